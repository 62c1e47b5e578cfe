"""What happens around a run: interrupts, limits, full disks, folders of others, two writers."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from problem_data import facts_of

import optgap

SIZES = {name: facts_of(name)["attack"] for name in optgap.problem_names()}


def ended(command: list[str], **more: object) -> subprocess.CompletedProcess[str]:
    """Run optgap in a process of its own."""
    words = [sys.executable, "-m", "optgap", *command]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=300, **more)  # type: ignore[call-overload]


def _draw_file(seed: int, rng: random.Random, folder: Path) -> tuple[str, Path]:
    problem = rng.choice(list(SIZES))
    path = folder / f"{problem}.json"
    optgap.save(optgap.generate(problem, seed, **SIZES[problem]), path)
    return problem, path


def interrupted(seed: int, rng: random.Random) -> list[str]:
    """SIGINT or SIGTERM while a command works: 130 soon, whole files, no traceback, no orphan."""
    with tempfile.TemporaryDirectory() as place:
        problem, path = _draw_file(seed, rng, Path(place))
        output = Path(place) / "solution.json"
        verb = rng.choice(["solve", "solve", "solve", "explain", "prove", "compare"])
        own = {"prove": ["-o", str(Path(place) / "proof")], "solve": ["-o", str(output)]}
        command = [verb, str(path), *own.get(verb, [])]
        process = subprocess.Popen(
            [sys.executable, "-m", "optgap", *command], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )  # fmt: skip
        time.sleep(rng.uniform(0.3, 6))
        sent, begun = rng.choice([signal.SIGINT, signal.SIGTERM]), time.monotonic()
        process.send_signal(sent)
        try:
            _, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return [f"{command[:2]}, seed {seed}, {sent.name}: still there after 60 s"]
        taken, found = time.monotonic() - begun, []
        if "Traceback" in err or "defect" in err:
            found.append(err[-600:])
        if process.returncode not in (0, 2, 3, 4, 130, -sent):
            found.append(f"exit code {process.returncode}, expected 130: {err[-300:]}")
        if taken > 10:
            found.append(f"ended {taken:.1f} s after the signal")
        if output.exists():
            json.loads(output.read_text())
        try:
            os.killpg(process.pid, 0)
            found.append("processes are left")
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    return [
        f"{verb} {problem} {SIZES[problem]}, seed {seed}, {sent.name}: {each}" for each in found
    ]


def limited(seed: int, rng: random.Random) -> list[str]:
    """A limit of a second or two: kept by the processor's clock, and a bound that no plan beats."""
    with tempfile.TemporaryDirectory() as place:
        problem, path = _draw_file(seed, rng, Path(place))
        instance = optgap.load(path)
        methods = rng.sample(optgap.problem_named(problem).methods, 2)
        limit, found = rng.choice([0.2, 1.0]), []
        best = bound = None
        sign = 1
        for method in methods:
            begun = resource.getrusage(resource.RUSAGE_SELF).ru_utime
            try:
                outcome = optgap.solve(instance, method.name, time_limit=limit)
            except optgap.InputError:
                continue
            spent = resource.getrusage(resource.RUSAGE_SELF).ru_utime - begun
            spent -= outcome.timing.get("compile", 0) + outcome.timing.get("check", 0)
            sign = 1 if outcome.sense == "minimize" else -1
            if outcome.seconds > 1.2 * limit + 1 and spent > 1.2 * limit + 1:
                found.append(f"{method.name}: {outcome.seconds:.1f} s, {spent:.1f} s of processor")
            if outcome.stopped == "error":
                found.append(f"{method.name}: {outcome.message}")
            if outcome.objective is not None and outcome.front is None:
                best = min(v for v in (best, sign * outcome.objective) if v is not None)
            if outcome.bound is not None:
                bound = max(v for v in (bound, sign * outcome.bound) if v is not None)
        if best is not None and bound is not None and bound > best + 1e-6 * max(1, abs(best)):
            found.append(f"a bound of {sign * bound} beyond a plan of {sign * best}")
    return [f"{problem} {SIZES[problem]}, seed {seed}, limit {limit}: {each}" for each in found]


def full_disks(seed: int, rng: random.Random) -> list[str]:
    """No room for a file: exit code 2, one sentence, and what was there stays.

    Either no file may become larger than a few bytes, or the folder is a small file system of its
    own, where this account may mount one.
    """
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        folder = Path(place) / "disk"
        folder.mkdir()
        _, path = _draw_file(seed, rng, Path(place))
        room = rng.choice([0, 100, 4096, 65536])
        is_disk = room >= 4096 and rng.random() < 0.7 and _mounted(folder, room, stack)
        target = folder / "there.json"
        target.write_text("{}")

        def small() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        verb = rng.choice(
            [["solve", str(path), "--time-limit", "1", "-o", str(target)],
             ["generate", "placement", "--seed", "1", "--set", "instances=100", "-o", str(target)],
             ["compare", "placement/fig6", "--csv", str(target)],
             ["compare", "placement/fig6", "--report", str(target)],
             ["bench", "placement/fig6", "-o", str(folder / "results.jsonl")],
             ["prove", "placement/fig6", "-o", str(folder / "proof")],
             ["export", "placement/fig6", "--to", str(folder / "there.lp")]]
        )  # fmt: skip
        done = ended(verb, preexec_fn=None if is_disk else small)
        found = []
        if "Traceback" in done.stderr or "defect" in done.stderr or done.returncode == 70:
            found.append(done.stderr[-600:])
        whole = target.read_text() == "{}" or target.stat().st_size <= room
        if done.returncode != 0 and not whole:
            found.append("a part of a file is left")
        if [each.name for each in folder.iterdir() if each.name.startswith(".")]:
            found.append("a temporary file is left")
    return [f"{' '.join(verb)[:200]} with {room} bytes, seed {seed}: {each}" for each in found]


def _mounted(folder: Path, room: int, stack: ExitStack) -> bool:
    """Mount a file system of so many bytes until the stack closes, if this account may."""
    size = ["-t", "tmpfs", "-o", f"size={room}", "tmpfs", str(folder)]
    try:
        if subprocess.run(["mount", *size], capture_output=True, check=False).returncode != 0:
            return False
    except FileNotFoundError:
        return False
    stack.callback(subprocess.run, ["umount", "--lazy", str(folder)], check=False)
    return True


def folders_of_others(seed: int, rng: random.Random) -> list[str]:
    """As an ordinary user in a folder that takes no files: exit code 2 and a sentence."""
    if os.geteuid() != 0:
        return []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        path = folder / "instance.json"
        optgap.save(optgap.load("placement/fig6"), path)
        path.chmod(rng.choice([0o644, 0o000]))

        def ordinary() -> None:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)

        target = str(folder / "new.json")
        verb = rng.choice(
            [["solve", str(path), "-o", target], ["prove", str(path), "-o", str(folder / "proof")],
             ["compare", str(path), "--csv", target], ["compare", str(path), "--report", target],
             ["export", str(path), "--to", str(folder / "m.lp")], ["show", str(path)]]
        )  # fmt: skip
        environment = {**os.environ, "HOME": "/nonexistent", "NUMBA_CACHE_DIR": "/nonexistent"}
        try:
            done = ended(verb, preexec_fn=ordinary, env=environment, cwd=folder)
        except PermissionError:
            return []  # this user cannot read the installation
        found = []
        if "Traceback" in done.stderr or done.returncode == 70:
            found.append(done.stderr[-600:])
        if done.returncode not in (0, 2):
            found.append(f"exit code {done.returncode}: {done.stderr[-300:]}")
        left = sorted(each.name for each in folder.iterdir())
        if left != ["instance.json"]:
            found.append(f"files are left: {left}")
    return [f"{verb[0]} as an ordinary user, seed {seed}: {each}" for each in found]


SUITE = """
[suite]
instances = ["placement/fig6", "cluster_ratio/three-groups"]
seeds = [{seed}]
time_limit = 5
"""


def two_batches(seed: int, rng: random.Random) -> list[str]:
    """Two batches on one file: one writes, the other says so, and every line is whole."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        suite, results = folder / "suite.toml", folder / "results.jsonl"
        suite.write_text(SUITE.format(seed=seed).replace("[suite]\n", ""))
        words = [sys.executable, "-m", "optgap", "bench", str(suite), "-o", str(results)]
        both = []
        for _ in range(2):
            both.append(subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                         text=True, cwd=folder))  # fmt: skip
            time.sleep(rng.uniform(0, 1.5))
        told = [process.communicate(timeout=200) for process in both]
        codes, found = [process.returncode for process in both], []
        for (_, err), code in zip(told, codes, strict=True):
            if "Traceback" in err or "defect" in err or code not in (0, 2):
                found.append(f"exit codes {codes}: {err[-500:]}")
        keys = []
        for line in results.read_text().splitlines() if results.exists() else ():
            keys.append(json.loads(line).get("key"))
        named = [key for key in keys if key is not None]
        if len(named) != len(set(named)):
            found.append(f"lines twice: {len(named)} of {len(set(named))}")
    return [f"two batches, seed {seed}: {each}" for each in found]
