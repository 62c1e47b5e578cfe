"""Every field of every problem, broken as its schema says: place, rule and value, exit code 2."""

import json
import re
import signal
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from optgap.cli import main
from optgap.core.faults import InputError
from optgap.core.files import instance_from_document
from optgap.validation.catalogue import built_in_names, problem_named
from optgap.validation.running.instances import bundled_names, instance_path
from optgap.validation.study.broken_documents import BrokenDocument, broken_documents

_SMALL = 20_000  # bytes


def _kind(place: str) -> str:
    """Return a place without the numbers of its entries."""
    return re.sub(r"\[\d+\]", "[]", place)


@cache
def broken_files(name: str) -> list[BrokenDocument]:
    """Return one broken document for each field and fault, from the bundled instances."""
    kinds: dict[tuple[str, str], BrokenDocument] = {}
    for path in map(instance_path, bundled_names(name)):
        if path.stat().st_size <= _SMALL:
            document = json.loads(path.read_text())
            for broken in broken_documents(problem_named(name).instance, document):
                kinds.setdefault((_kind(broken.place), broken.rule), broken)
    return list(kinds.values())


@pytest.mark.parametrize("name", built_in_names())
def test_every_field_of_a_problem_is_refused_with_place_rule_and_value(name: str) -> None:
    wrong = []
    for broken in broken_files(name):
        try:
            instance_from_document(broken.document, problem_named(name).instance, "file")
        except InputError as error:
            own = [fault for fault in error.faults if fault.place == broken.place]
            said = own and own[0].rule and (broken.rule == "is missing" or own[0].value)
            if not said:
                wrong.append(f"{broken}: {error}")
        else:
            wrong.append(f"{broken}: accepted")
    assert wrong == []


@pytest.mark.parametrize("name", built_in_names())
def test_every_field_of_the_schema_is_broken(name: str) -> None:
    fields = set(problem_named(name).instance.file_schema()["properties"])
    assert fields <= {re.split(r"[.\[]", broken.place)[0] for broken in broken_files(name)}


@pytest.mark.parametrize("name", built_in_names())
def test_a_broken_file_ends_with_exit_code_2(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = broken_files(name)
    for broken in files[:: max(1, len(files) // 3)]:
        file = tmp_path / "broken.json"
        file.write_text(json.dumps(broken.document))
        monkeypatch.setattr(sys, "argv", ["optgap", "show", str(file)])
        monkeypatch.setattr(signal, "signal", lambda *_: None)  # the handlers stay pytest's
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 2, broken
        assert f"{broken.place}: " in capsys.readouterr().err


def test_a_broken_document_has_one_fault_that_a_schema_names() -> None:
    document: dict[str, Any] = {
        "problem": "eviction",
        "version": 1,
        "name": "two",
        "resources": ["cpu"],
        "request": [2],
        "free": [1],
        "residents": [{"name": "a", "demand": [1], "temperature": 0.5}],
    }
    found = {
        str(broken) for broken in broken_documents(problem_named("eviction").instance, document)
    }
    assert {
        "name: is missing",
        "name: is empty",
        "residents[0].temperature: is too small",
        "residents[0].demand[0]: is infinite",
        "residents[0].no_such_key: unknown key",
        "weights: is of type number",
        "residents: is empty",
    } <= found
