"""Figures for papers: what is drawn are the numbers of the results, and CSV has the same ones."""

import csv
from pathlib import Path

import pytest
from matplotlib.figure import Figure
from typer.testing import CliRunner

import optgap
from optgap import figures
from optgap.cli import app
from optgap.comparison import Comparison
from optgap.core.faults import InputError
from optgap.validation.study import write_figures
from optgap.validation.study.charts import PALETTE

METHODS = ["exact", "ipa", "fuxi"]


@pytest.fixture(scope="module")
def table() -> Comparison:
    drawn = [optgap.generate("placement", seed, instances=8, machines=4) for seed in range(4)]
    return optgap.compare(drawn, METHODS)


@pytest.fixture
def axes():
    return Figure(layout="constrained").add_subplot()


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_methods_are_chosen_by_name_in_that_order(table, axes) -> None:
    figures.bars(table, axes, measure="gap", methods=["fuxi", "exact"])
    assert [text.get_text() for text in axes.get_yticklabels()] == ["fuxi", "exact"]
    assert axes.get_xlabel().startswith("gap to the best bound")


def test_rounding_errors_have_no_length(axes) -> None:
    from optgap.validation.study.figures import _draw_bars

    rows = [{"method": "a", "m": 1.0, "least": 1.0, "largest": 1.0 + 1e-11}]
    _draw_bars(axes, rows, "m", str, 1.0, [0])
    assert axes.get_xlim()[0] == 1.0 and 1.01 <= axes.get_xlim()[1] <= 1.2 and not axes.lines


def test_a_method_without_a_value_says_so(axes) -> None:
    instance = optgap.load("macrow/too-few-tokens")
    figures.bars(optgap.compare(instance, ["random"]), axes)
    assert [text.get_text() for text in axes.texts] == ["no value"]


def test_where_a_ratio_has_no_meaning_the_bar_is_the_gap(axes) -> None:
    figures.bars(optgap.compare("microw/three-pes", ["keep", "flow", "exact"]), axes)
    assert axes.get_xlabel() == "gap to the best bound"
    assert [text.get_text() for text in axes.texts] == ["100.00%", "0.00%", "0.00%"]


def test_fronts_are_drawn_as_the_share_of_the_hypervolume_that_is_lost(axes) -> None:
    figures.bars(optgap.compare("resource_plan/fig7", ["exact", "wun"]), axes)
    lost = [bar.get_width() for bar in axes.patches]
    assert lost[0] == 0.0 and lost[1] > 0.01
    assert axes.get_xlabel() == "lost share of the hypervolume"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"methods": ["ipaa"]}, r"methods: is not in the results \(did you mean 'ipa'\?\)"),
        ({"problem": "stage"}, "problem: is not in the results"),
        ({"measure": "loss"}, "measure: must be ratio, gap or seconds"),
        ({"size": (3,)}, r"size: must be \(width, height\)"),
        ({"size": "big"}, r"size: must be \(width, height\)"),
        ({"size": (3, 400)}, "from 1 to 40 inches"),
        ({"font": -3}, "font: must be from 4 to 40 points"),
    ],
)
def test_a_wrong_choice_is_refused(table, axes, words, message) -> None:
    with pytest.raises(InputError, match=message):
        figures.bars(table, axes, **words)


@pytest.mark.parametrize("results", [[], 5, None])
def test_other_things_than_results_are_refused(results, axes) -> None:
    with pytest.raises(InputError, match="results: must be a comparison, or results in a list"):
        figures.bars(results, axes)


def test_one_method_needs_no_list_and_a_map_needs_a_row(table, axes) -> None:
    figures.bars(table, axes, methods="ipa")
    assert [text.get_text() for text in axes.get_yticklabels()] == ["ipa"]
    with pytest.raises(InputError, match="most: must be at least 1"):
        figures.heat_map(table, axes, most=0)


def test_several_problems_need_a_choice(axes) -> None:
    both = optgap.compare(["placement/fig6", "eviction/four-databases"], ["exact"])
    with pytest.raises(InputError, match=r"problem: must be given, .*placement, eviction"):
        both.plot(axes)
    both.plot(axes, problem="eviction")


def test_an_unknown_instance_and_suffix_are_refused(table, axes, tmp_path) -> None:
    with pytest.raises(InputError, match="instance: is not in the results"):
        figures.gap_over_time(table, axes, instance="x")
    with pytest.raises(InputError, match=r"must end in \.svg, \.pdf, \.png"):
        figures.save(axes, tmp_path / "a.jpg")
    with pytest.raises(InputError, match="cannot be written: No such file"):
        figures.save(axes, tmp_path / "missing" / "a.pdf")


def test_a_report_draws_five_figures_and_others_on_request(table, tmp_path) -> None:
    written = write_figures(table.results, tmp_path / "a")
    kinds = ["bars", "performance-profile", "gap-profile", "gap-over-time", "heat-map"]
    assert [path.name for path in written[::2]] == [f"placement-{kind}.pdf" for kind in kinds]
    assert all(path.exists() for path in written)
    some = write_figures(table.results, tmp_path / "b", ["loads"], methods=["ipa"], size=(3, 2))
    assert len(some) == 8 and all(path.name.startswith("placement-8x4-s") for path in some)
    with pytest.raises(
        InputError, match=r"--figure: is not a figure \(did you mean 'heat-map'\?\)"
    ):
        write_figures(table.results, tmp_path / "c", ["heatmap"])
    with pytest.raises(InputError, match="--methods: is not in the results"):
        write_figures(table.results, tmp_path / "c", methods=["ippa"])


@pytest.mark.parametrize("size", ["big", "3", "0x2", "1.2.3x4", "-3x2"])
def test_a_size_that_is_none_is_refused(size: str, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text("")
    words = ["report", str(file), "--figures", str(tmp_path), f"--size={size}"]
    with pytest.raises(InputError, match="--size: must be WIDTHxHEIGHT, each from 1 to 40 inches"):
        CliRunner().invoke(app, words, catch_exceptions=False)


def test_a_picture_has_a_legend_with_marks_and_a_chart_of_a_page_has_none() -> None:
    chart = optgap.sweep("consolidation/figure-4", "migration_budget", range(3)).plot()
    assert ">exact</text>" in chart.svg and ">bound</text>" in chart.svg
    assert ">exact</text>" not in chart.markup(legend=False)


def test_pages_and_docs_use_one_palette() -> None:
    root = Path(__file__).parents[3]
    cycle = (root / "docs" / "matplotlibrc").read_text()
    assert [colour[1:].upper() in cycle for colour in PALETTE[:6]] == [True] * 6
    plan = (root / "apps" / "cluster" / "optgap_cluster" / "plan.html.j2").read_text()
    assert all(f"--c{k}: {colour}" in plan for k, colour in enumerate(PALETTE[:6]))


def test_the_help_names_every_kind_of_figure() -> None:
    from optgap.cli.batches import KINDS
    from optgap.validation.study import FIGURES

    named = [part.partition(": ")[2] for part in KINDS.split("; ")]
    assert ", ".join(named).split(", ") == list(FIGURES)
