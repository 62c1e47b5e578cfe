"""Reading and writing instance files, sidecars and digests."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import optgap
from optgap.core.faults import InputError
from optgap.core.files import document_of, parse_json, save_instance, write_text
from optgap.core.frames import _parquet
from optgap.core.schema import canonical_text
from optgap.instances.placement import LinearLatency, LinearTerms, Placement, generate
from optgap.validation.catalogue import problem_names
from optgap.validation.running.instances import bundled_names, load


def write_document(folder: Path, document: dict) -> Path:
    path = folder / "instance.json"
    path.write_text(json.dumps(document))
    return path


DOCUMENT = {
    "problem": "placement",
    "version": 1,
    "name": "small",
    "latency": [[1, None, 3], [4, 5, 6]],
    "capacity": [1, 0, 2],
}


def test_round_trip(tmp_path: Path) -> None:
    instance = load(write_document(tmp_path, DOCUMENT))
    save_instance(instance, tmp_path / "again.json")
    again = load(tmp_path / "again.json")
    assert again == instance
    assert document_of(again) == DOCUMENT


@pytest.mark.parametrize("name", [name for each in problem_names() for name in bundled_names(each)])
def test_bundled_instances_load_and_name_their_source(name: str, tmp_path: Path) -> None:
    instance = load(name)
    assert instance.source
    assert instance.name == name.split("/")[1]
    save_instance(instance, tmp_path / "copy.json")
    assert load(tmp_path / "copy.json") == instance


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    broken = {
        **DOCUMENT,
        "latency": [[1, -2, "x"], [4, None, True]],
        "capacity": [1, -1],
        "utilization": [0.5],
        "colour": "red",
    }
    with pytest.raises(InputError) as caught:
        load(write_document(tmp_path, broken))
    places = [fault.place for fault in caught.value.faults]
    assert places == ["latency[0][1]", "latency[0][2]", "latency[1][2]", "capacity[1]", "colour"]


def test_rules_over_several_fields_run_beside_the_faults_of_others(tmp_path: Path) -> None:
    broken = {**DOCUMENT, "capacity": [1, 2], "input_rows": [1], "name": ""}
    with pytest.raises(InputError) as caught:
        load(write_document(tmp_path, broken))
    assert [fault.place for fault in caught.value.faults] == ["name", "capacity", "input_rows"]


def test_sidecar_is_memory_mapped_and_has_the_digest_of_the_inline_form(tmp_path: Path) -> None:
    inline = load(write_document(tmp_path, DOCUMENT))
    np.save(tmp_path / "latency.npy", np.array([[1, np.nan, 3], [4, 5, 6]]))
    sidecar = {**DOCUMENT, "latency": {"npy": "latency.npy", "nan_is_null": True}}
    beside = load(write_document(tmp_path, sidecar))
    assert isinstance(beside, Placement)
    assert isinstance(beside.latency.base, np.memmap)
    assert not beside.latency.flags.writeable
    assert beside.sha256 == inline.sha256


def test_sidecar_through_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    np.save(outside / "latency.npy", np.ones((2, 3)))
    (inside / "latency.npy").symlink_to(outside / "latency.npy")
    with pytest.raises(InputError, match="after links are followed"):
        load(write_document(inside, {**DOCUMENT, "latency": {"npy": "latency.npy"}}))


@pytest.mark.parametrize("dtype", ["float32", "int16", ">f8"])
def test_sidecar_of_another_number_type(tmp_path: Path, dtype: str) -> None:
    np.save(tmp_path / "latency.npy", np.array([[1, 2, 3], [4, 5, 6]], dtype=dtype))
    instance = load(write_document(tmp_path, {**DOCUMENT, "latency": {"npy": "latency.npy"}}))
    assert isinstance(instance, Placement)
    assert instance.dense_latency().dtype == np.float64


def test_large_arrays_are_written_beside_the_file(tmp_path: Path) -> None:
    instance = generate(1, instances=1200, machines=1000, forbidden=0.1)
    save_instance(instance, tmp_path / "large.json")
    assert (tmp_path / "large.latency.npy").exists()
    assert (tmp_path / "large.json").stat().st_size < 100_000
    assert load(tmp_path / "large.json") == instance


def test_a_file_of_two_gigabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(2 * 2**30)  # sparse: takes no room
    with pytest.raises(InputError, match="larger than 512 MiB"):
        load(path)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder.json"
    folder.mkdir()
    with pytest.raises(InputError, match="is a directory"):
        load(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = write_document(tmp_path, DOCUMENT)
    path.chmod(0)
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        load(path)


def test_unreadable_file_is_one_clear_fault(tmp_path: Path, monkeypatch) -> None:
    path = write_document(tmp_path, DOCUMENT)

    def refuse(path: Path, flags: int) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("optgap.core.files.os.open", refuse)
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        load(path)


def test_missing_file_suggests_a_bundled_instance() -> None:
    with pytest.raises(InputError, match="did you mean 'placement/fig6'"):
        load("placement/fig7")


def test_digest_is_blind_to_labels_and_number_forms() -> None:
    one = Placement(name="one", latency=[[1, 2]], capacity=[1, 1])
    other = Placement(name="other", source="s", latency=np.array([[1.0, 2.0]]), capacity=(1, 1))
    assert one.sha256 == other.sha256
    assert one.sha256 != Placement(name="one", latency=[[1, 3]], capacity=[1, 1]).sha256


def test_instances_are_frozen() -> None:
    instance = Placement(name="one", latency=[[1, 2]], capacity=[1, 1])
    with pytest.raises(ValueError, match="read-only"):
        instance.latency[0, 0] = 5
    with pytest.raises(ValueError, match="frozen"):
        instance.name = "other"


def test_write_text_leaves_nothing_half_written(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "result.json"
    path.write_text("before")

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(InputError, match="cannot be written: No space left"):
        write_text(path, "after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_linear_form_agrees_with_its_matrix() -> None:
    terms = LinearTerms(rows=[3, 1, 2], per_row=[0.5, 2], fixed=[1, 0.25])
    instance = Placement(name="x", latency=LinearLatency(linear=terms), capacity=[2, 2])
    assert instance.dense_latency().tolist() == [[2.5, 6.25], [1.5, 2.25], [2.0, 4.25]]
    assert instance.latency_of(np.array([1, 0, 1])).tolist() == [6.25, 1.5, 4.25]


def test_beta_from_the_default_plan() -> None:
    instance = Placement(
        name="x",
        latency=np.ones((9, 3)),
        default_plan=[2, 8],
        available=[[8, 80], [7, 80], [64, 15]],
        max_per_machine=3,
    )
    assert instance.beta.tolist() == [3, 3, 1]


def test_a_copy_keeps_nothing_cached() -> None:
    instance = Placement(name="x", latency=[[1, 2]], capacity=[1, 1])
    assert instance.beta.tolist() == [1, 1]
    digest = instance.sha256
    copy = instance.model_copy(update={"capacity": np.array([0, 1])})
    assert copy.beta.tolist() == [0, 1]
    assert copy.sha256 != digest
    assert instance.sha256 == digest


def test_a_table_may_be_a_parquet_file(tmp_path: Path) -> None:
    instance = optgap.generate("consolidation", 1, machines=8)
    optgap.save(instance, tmp_path / "inline.json")
    document = json.loads((tmp_path / "inline.json").read_text())
    for key in ("items", "machines"):
        pd.DataFrame(document[key]).to_parquet(tmp_path / f"{key}.parquet")
        document[key] = {"parquet": f"{key}.parquet"}
    assert load(write_document(tmp_path, document)).sha256 == instance.sha256


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("absent.parquet", "there is no such file beside the instance"),
        ("../items.parquet", "must be a relative path that stays in the instance's folder"),
        (".", "must be a regular file"),
        (3, "must be the name of a file"),
        ("instance.json", "cannot be read as Parquet: "),
    ],
)
def test_a_parquet_file_that_cannot_be_read_is_a_fault(tmp_path: Path, name, rule: str) -> None:
    document = {**DOCUMENT, "latency": {"parquet": name}}
    with pytest.raises(InputError) as refused:
        load(write_document(tmp_path, document))
    (fault,) = refused.value.faults
    assert fault.place == "latency.parquet"
    assert fault.rule.startswith(rule)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        '{"a\\u0022:": 1, "b": 2, "b": 3}',
        '{"q": "x\\"\\u003a", "b": 2, "b": 3}',
        '{"deep": ' + "[" * 101 + "]" * 101 + "}",
        '{"large": 9223372036854775808, "b": 1, "b": 1}',
    ],
)
def test_repeated_keys_and_depth_are_seen_in_any_writing(text: str) -> None:
    with pytest.raises(InputError):
        parse_json(text.encode(), "x")


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**70), 2**70)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text()
        | st.floats(0, 1e-3)
        | st.floats(1e14, 1e18),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    )
)
@example(1.01e-06)
def test_the_quick_reader_and_writer_agree_with_json(value) -> None:
    document = {"value": value, "kind": "x1"}
    text = json.dumps(document)
    assert parse_json(text.encode(), "x") == json.loads(text)
    wanted = json.dumps(document, sort_keys=True, separators=(",", ":"))
    assert canonical_text(document) == wanted


SQUARE = {**DOCUMENT, "latency": [[1, 2], [3, 4]], "capacity": [1, 1]}


@pytest.mark.parametrize("name", ["file:{}/x.parquet", "{}/x.parquet", "s3:/x/y", "http:/x/y"])
@pytest.mark.parametrize("folder", [None, "."])
def test_no_table_outside_the_folder_is_read(tmp_path: Path, monkeypatch, name, folder) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    pd.DataFrame([[1.0, 2.0], [3.0, 4.0]], columns=["a", "b"]).to_parquet(outside / "x.parquet")
    document = {**SQUARE, "latency": {"parquet": name.format(outside)}}
    path = write_document(inside, document)
    monkeypatch.chdir(inside)
    with pytest.raises(InputError, match=r"latency\.parquet: "):
        load(path if folder is None else path.name)


def parquet(tmp_path: Path, columns: dict[str, Any], key: str = "latency", **rest: Any) -> Any:
    """Return the instance of a document whose field ``key`` is a table with these columns."""
    table = pa.Table.from_arrays([*map(pa.array, columns.values())], [k.strip() for k in columns])
    pq.write_table(table, tmp_path / "t.parquet")
    return load(write_document(tmp_path, {**SQUARE, **rest, key: {"parquet": "t.parquet"}}))


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"a": [1.0, float("nan")], "b": [3.0, 4.0]}, "latency.parquet.a[1]: is NaN"),
        ({"a": ["1.0", "2.0"], "b": ["3.0", "4.0"]}, "latency: must hold numbers"),
        ({"a": [1.0, 2.0], "b": ["3.0", "4.0"]}, "latency: must hold numbers"),
        ({"a": [1, 2**53 + 1], "b": [1, 2]}, "latency[1].a: is an integer with too many digits"),
        ({"a": [1, 2**53 + 1], "b": [1.0, 2]}, "latency[1].a: is an integer with too many digits"),
        ({"a": [1, None], "b": [2**53 + 1, 2]}, "latency[0].b: is an integer with too many digits"),
        ({"a": [True, False], "b": [1, 2]}, "latency: must hold numbers"),
        ({"a": [1.0, 2.0], "a ": [3.0, 4.0]}, "latency.parquet: names a column more than once"),
    ],
)
def test_a_table_is_read_as_strictly_as_json(tmp_path: Path, columns, words: str) -> None:
    with pytest.raises(InputError) as refused:
        parquet(tmp_path, columns)
    assert words in str(refused.value)


def test_an_empty_cell_of_a_table_is_null_or_absent(tmp_path: Path) -> None:
    matrix = parquet(tmp_path, {"a": [1, None], "b": [2.5, 3.0]})
    assert document_of(matrix)["latency"] == [[1, 2.5], [None, 3]]
    jobs = {"name": ["a", "b"], "work": [1.0, 2.0], "max_cores": [2, None]}
    pq.write_table(pa.table(jobs), tmp_path / "t.parquet")
    assert _parquet("t.parquet", tmp_path, as_records=True).rows() == [
        {"name": "a", "work": 1.0, "max_cores": 2},
        {"name": "b", "work": 2.0},
    ]


@pytest.mark.parametrize("rows", [[[2**53 + 1, 2]], [[2**53 + 1, 2]] * 600])
def test_an_integer_that_no_float_equals_is_a_fault(tmp_path: Path, rows) -> None:
    capacity = {"capacity": [len(rows), 1]}
    for latency in (rows, {"npy": "t.npy"}):
        np.save(tmp_path / "t.npy", np.array(rows))
        with pytest.raises(InputError, match=r"latency\[0\]\[0\]: is an integer with too many"):
            load(write_document(tmp_path, {**SQUARE, **capacity, "latency": latency}))
    np.save(tmp_path / "u.npy", np.array([2**53 + 1, 2]))
    with pytest.raises(InputError, match="too many digits"):
        load(write_document(tmp_path, {**SQUARE, "input_rows": {"npy": "u.npy"}}))


def test_a_file_that_is_changed_after_it_was_read_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "t.npy", np.array([[1.0, 2.0], [3.0, 4.0]]))
    path = write_document(tmp_path, {**SQUARE, "latency": {"npy": "t.npy"}})
    instance, other = (
        load(path),
        Placement(**{k: SQUARE[k] for k in ("name", "latency")}, capacity=[1, 1]),
    )
    assert optgap.solve(instance).objective == 3
    written = np.load(tmp_path / "t.npy", mmap_mode="r+")
    written[1, 0] = 9
    written.flush()
    with pytest.raises(InputError, match="latency: the file was changed after it was read"):
        optgap.solve(instance)
    assert optgap.solve(other).objective == 3
    assert optgap.solve(load(path)).objective == 4
