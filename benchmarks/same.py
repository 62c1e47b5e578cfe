"""Compare the outside behaviour with the recorded one: nothing a user sees may change unnoticed.

Run ``python benchmarks/same.py`` (`make same`) to compare, ``--record`` to record anew, ``--parts
help,outcomes`` for some parts, and ``--texts FOLDER`` to write every compared text into a file, so
that two checkouts can be compared with ``diff -r``.  Each difference is a fault or a line in the
CHANGELOG.  Answers are compared without seconds, without the numbers of a certificate, and to six
digits, because the last ones depend on the processor.  Not compared, and recorded as `varies`, is
what took longer than a moment when it was recorded, because it may end at its limit elsewhere, and
what changed with the limit, or on a processor without wide vectors: a tie broken by the last digit.
"""

import argparse
import hashlib
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from conflicts import tight_instances

import optgap
from optgap.core.files import document_of

RECORDS = Path(__file__).parents[1] / "tests" / "data" / "same"
PROBLEMS = tuple(optgap.problem_names())
SLOW, LIMIT = 0.5, 20.0  # seconds: of an answer that is recorded, and of one that is compared
CONFLICTS, PLANS, DOCUMENTS, BLOCK = 500, 100, 20_000, 50
VARIES = "varies"
OLD_PROCESSOR = {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4"}
SECONDS = {"seconds", "timing", "trace", "version", "time_limit"}

Item = tuple[str, str, float]  # name, text, seconds


def rounded_text(text: str) -> str:
    """Return a text whose numbers have six digits and whose seconds are left out."""
    text = re.sub(r"\d+(\.\d+)? (s|seconds)\b", "- s", text)
    return re.sub(r"-?\d+\.\d+(e[+-]?\d+)?", lambda found: f"{six_digits(found[0]):g}", text)


def six_digits(number: str) -> float:
    """Return a number without digits beyond the sixth, and zero for what is next to zero."""
    value = float(number)
    return 0.0 if abs(value) < 1e-9 else float(f"{value:.6g}")


def same_text(value: Any) -> str:
    """Return a value as JSON without what a clock or a version says."""

    def without_clock(part: Any) -> Any:
        if isinstance(part, dict):
            return {
                key: item.get("kind")
                if key == "certificate" and isinstance(item, dict)
                else without_clock(item)
                for key, item in part.items()
                if not any(word in str(key) for word in SECONDS)
            }
        return [without_clock(item) for item in part] if isinstance(part, (list, tuple)) else part

    return json.dumps(without_clock(value), indent=1, sort_keys=True, default=str)


def commands(app: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command and group."""
    yield words
    for name, command in getattr(app, "commands", {}).items():
        yield from commands(command, (*words, name))


def help_texts(_: int) -> Iterator[Item]:
    """Yield ``--help`` of every command."""
    import typer

    from optgap.cli import app

    environment = {**os.environ, "COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
    for words in commands(typer.main.get_command(app)):
        program = [sys.executable, "-m", "optgap", *words, "--help"]
        done = subprocess.run(program, capture_output=True, text=True, env=environment, check=False)
        yield " ".join(("help", *words)), done.stdout + done.stderr, 0.0


def names_and_schemas(_: int) -> Iterator[Item]:
    """Yield the public names, the methods, and the schemas of all forms."""
    yield "names optgap", "\n".join(sorted(dir(optgap))), 0.0
    for name in PROBLEMS:
        problem = optgap.problem_named(name)
        yield f"schema {name} instance", same_text(problem.instance.file_schema()), 0.0
        for form in ("decision", "certificate", "instance"):
            program = [sys.executable, "-m", "optgap", "show", name, "--schema", form]
            done = subprocess.run(program, capture_output=True, text=True, check=False)
            yield f"schema {name} {form}", done.stdout + done.stderr, 0.0
        methods = [
            [m.name, m.kind, m.summary, m.reference, list(m.solvers), sorted(m.options)]
            for m in problem.methods
        ]
        yield f"methods {name}", same_text(methods), 0.0


def outcomes(part: int) -> Iterator[Item]:
    """Yield the outcome of every method on every bundled instance with seed 0."""
    from optgap.validation.running.instances import bundled_names

    for name in PROBLEMS[part::2]:
        for source in bundled_names(name):
            for method in optgap.problem_named(name).methods:
                begun = time.perf_counter()
                try:
                    limits = {"time_limit": LIMIT if KNOWN else 1.0, "seed": 0, "threads": 1}
                    label = f"outcome {source} {method.name}"
                    if KNOWN and KNOWN.get(label) == VARIES:
                        continue
                    text = same_text(
                        optgap.solve(source, method.name, **limits).model_dump(mode="json")
                    )
                except (optgap.InputError, MemoryError) as error:
                    text = f"{type(error).__name__}: {error}"
                yield label, text, time.perf_counter() - begun


def conflicts(part: int) -> Iterator[Item]:
    """Yield what `explain` says of instances that are too tight."""
    count = 0
    for number, instance in enumerate(tight_instances(1 + part)):
        if count == CONFLICTS // 2:
            return
        label, begun = f"conflict {part} {number} {instance.problem}", time.perf_counter()
        if KNOWN and KNOWN.get(label) == VARIES:
            count += 1
            continue
        try:
            found = optgap.explain(instance, time_limit=LIMIT if KNOWN else 2.0)
        except TimeoutError:
            count += 1
            yield label, "", LIMIT
            continue
        if not found.feasible:
            count += 1
            yield label, same_text(found.as_document()), time.perf_counter() - begun


def plans(part: int) -> Iterator[Item]:
    """Yield plans of generated clusters: the import, the plan, and its page's data."""
    from optgap_cluster.kubernetes import read_cluster
    from optgap_cluster.kubernetes.generate import generate_dump

    for seed in range(part, PLANS, 2):
        with tempfile.TemporaryDirectory() as folder:
            dump, nodes = Path(folder) / "dump.json", 4 + seed % 7
            dump.write_text(json.dumps(generate_dump(seed, nodes=nodes, pods=10 * nodes)))
            cluster = read_cluster([dump]).instance
        begun = time.perf_counter()
        outcome = optgap.solve(cluster, "vro-offline-dot-product", seed=0)
        text = same_text(outcome.model_dump(mode="json"))
        if outcome.decision is not None:
            try:
                plan = optgap.plan(cluster, outcome)
                stays = [vars(each) for each in optgap.stays(cluster, outcome)]
                text += "\n" + same_text(plan.as_document()) + "\n" + same_text(stays)
            except optgap.InputError as error:
                text += f"\n{error}"
        label = f"plan {seed}"
        yield f"{label} import", same_text(document_of(cluster)), 0.0
        yield label, text, time.perf_counter() - begun


def verdicts(part: int) -> Iterator[Item]:
    """Yield the judge's words on mutated solution documents, in blocks."""
    from optgap.validation.running.instances import bundled_names

    mutate = mutated()
    for name in PROBLEMS[part::2]:
        problem, rng = optgap.problem_named(name), np.random.default_rng(7)
        made = [optgap.load(source) for source in bundled_names(name)]
        small = sorted(made, key=lambda each: len(json.dumps(document_of(each))))[:4]
        methods = [method.name for method in problem.methods][:3]
        bases = [
            (
                instance,
                {**outcome.model_dump(mode="json"), "seconds": 1.0, "timing": {}, "trace": []},
            )
            for instance in small
            for method in methods
            for outcome in [optgap.solve(instance, method, time_limit=10, threads=1)]
            if outcome.stopped == "complete"
        ]
        for block in range(DOCUMENTS // len(PROBLEMS) // BLOCK):
            words = []
            for _ in range(BLOCK):
                instance, base = bases[int(rng.integers(len(bases)))]
                changed = mutate(json.loads(json.dumps(base)), rng)
                try:
                    words.append(same_text(optgap.check(instance, changed).as_document()))
                except optgap.InputError as error:
                    words.append(str(error))
            yield f"verdicts {name} {block}", "\n".join(words), 0.0


def mutated() -> Any:
    """Return the function that changes a document at random."""
    from optgap.validation.study.broken_documents import mutate

    return mutate


PARTS = {
    "help": help_texts,
    "names": names_and_schemas,
    "outcomes": outcomes,
    "conflicts": conflicts,
    "plans": plans,
    "verdicts": verdicts,
}
TWICE = {"outcomes", "conflicts", "plans", "verdicts"}
KNOWN: dict[str, str] = {}


def digests(name: str, part: int, known: dict[str, str], texts: str | None) -> dict[str, str]:
    """Return the digest of each item of a part, or ``varies`` where it is too slow."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    KNOWN.update(known)
    found = {}
    for label, text, seconds in PARTS[name](part):
        text = rounded_text(text)
        slow = seconds > SLOW and not known
        found[label] = VARIES if slow else hashlib.sha256(text.encode()).hexdigest()[:12]
        if texts:
            (Path(texts) / re.sub(r"\W+", "_", label)).write_text(text)
    return found


def home_of(label: str) -> str:
    """Return the problem to which a label belongs, which has a record of its own, or ``others``."""
    words = re.split("[ /]", label)
    return next((name for name in PROBLEMS if name in words), "others")


def recorded_digests() -> dict[str, str]:
    """Return the recorded digests of all problems, by label."""
    records = (json.loads(path.read_text()) for path in sorted(RECORDS.glob("*.json")))
    return {label: digest for record in records for label, digest in record.items()}


def record_digests(digests: dict[str, str]) -> None:
    """Write the digests into a file for each problem."""
    homes: dict[str, dict[str, str]] = {}
    for label, digest in digests.items():
        homes.setdefault(home_of(label), {})[label] = digest
    for home, record in homes.items():
        text = json.dumps(record, indent=0, sort_keys=True) + "\n"
        (RECORDS / f"{home}.json").write_text(text)


def all_digests(parts: list[str], known: dict[str, str], texts: str | None) -> dict[str, str]:
    """Return the digests of some parts, computed by two processes."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        waiting = [
            (name, pool.submit(digests, name, part, known, texts))
            for name in parts
            for part in ((0, 1) if name in TWICE else (0,))
        ]
        found: dict[str, str] = {}
        for name, answer in waiting:
            found |= answer.result()
            print(f"{name}: {len(found):,} items so far", flush=True)
    return found


def main() -> None:
    """Compare or record; the exit code is 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--texts", help="a folder for every compared text")
    options = parser.parse_args()
    if options.texts:
        Path(options.texts).mkdir(parents=True, exist_ok=True)
    recorded = recorded_digests()
    parts = options.parts.split(",")
    if options.record:
        found = all_digests(parts, {}, options.texts)
        os.environ |= OLD_PROCESSOR
        other = all_digests(parts, found, None)  # as compared: with a longer limit
        found |= {label: VARIES for label in found if found[label] != other.get(label)}
        record_digests({**recorded, **found})
        return
    found = all_digests(parts, recorded, options.texts)
    compared = {label: digest for label, digest in recorded.items() if digest != VARIES}
    prefixes = {label.split(" ")[0] for label in found}
    different = sorted(
        label
        for label in found
        if recorded.get(label) != VARIES and recorded.get(label) != found[label]
    )
    missing = sorted(
        label for label in compared if label.split(" ")[0] in prefixes and label not in found
    )
    for label in different:
        print(f"{'differs' if label in recorded else 'is new'}: {label}")
    for label in missing:
        print(f"is gone: {label}")
    print(f"{len(found):,} items compared, {len(different) + len(missing)} differ")
    sys.exit(1 if different or missing else 0)


if __name__ == "__main__":
    main()
