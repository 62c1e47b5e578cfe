"""The actual use of pods, from ``kubectl top`` or Prometheus, in place of their requests."""

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from optgap.consolidation import Consolidation
from optgap.faults import Fault, InputError, input_error
from optgap.files import read_json, read_text

PERCENTILE = 95
NOW, OVER_TIME = "the present use", f"the {PERCENTILE}th percentile of the use"
_CPU = re.compile(r"(\d+)(m|n|u)?")
_MEMORY = re.compile(r"(\d+)(Ki|Mi|Gi)?")
_CPU_UNITS = {"m": 1e-3, "u": 1e-6, "n": 1e-9, None: 1.0}
_MEMORY_UNITS = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, None: 1}
_RESOURCES = ("cpu", "memory")
_Amounts: TypeAlias = dict[str, dict[str, float]]
_Samples: TypeAlias = dict[float, float]  # value by time


class Usage(NamedTuple):
    """Cores and bytes that pods use, by namespace/name and resource, and the statistic used."""

    used: _Amounts
    statistic: str

    def measured(self, instance: Consolidation) -> int:
        """Return the number of items of the instance for which use is known."""
        return sum(item.name in self.used for item in instance.items)

    def in_place_of_requests(self, instance: Consolidation) -> Consolidation:
        """Return the instance in which each measured pod requests what it uses."""
        items = []
        for item in instance.items:
            its = dict(zip(instance.resources, item.demand, strict=True))
            its |= {key: value for key, value in self.used.get(item.name, {}).items() if key in its}
            items.append(item.model_copy(update={"demand": tuple(its.values())}))
        return instance.replaced(items=tuple(items))


def read_usage(sources: Sequence[str]) -> Usage:
    """Return the use of pods in files given as FILE, cpu=FILE or memory=FILE.

    The first form is the output of ``kubectl top pods -A``; the other two are Prometheus answers,
    in cores and in bytes.  If an answer is a matrix (samples over time), the 95th percentile of
    each pod is used.
    """
    used: _Amounts = defaultdict(dict)
    statistics = set()
    for source in sources:
        resource, is_named, name = source.partition("=")
        if is_named and resource in _RESOURCES:
            amounts, statistic = _read_answer(Path(name), resource)
        else:
            amounts, statistic = _read_top(Path(source)), NOW
        statistics.add(statistic)
        for pod, more in amounts.items():
            if twice := used[pod].keys() & more.keys():
                rule = f"repeats the {min(twice)} of a pod from a previous file"
                raise input_error(f"--usage {source}", rule, pod)
            used[pod] |= more
    if len(statistics) > 1:
        rule = "must all describe one moment (kubectl top, vector), or all a time range (matrix)"
        raise input_error("--usage", rule, ", ".join(sources))
    return Usage(dict(used), statistics.pop())


def _read_top(path: Path) -> _Amounts:
    """Return cores and bytes of each pod, as ``kubectl top pods -A`` prints them."""
    text = read_text(path)
    if text.lstrip()[:1] == "{":
        rule = "is JSON: give an answer of Prometheus as cpu=FILE or memory=FILE"
        raise input_error("--usage", rule, str(path))
    used: _Amounts = {}
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "NAMESPACE":
            continue
        cpu = _CPU.fullmatch(words[2]) if len(words) == 4 else None
        memory = _MEMORY.fullmatch(words[3]) if len(words) == 4 else None
        if cpu is None or memory is None:
            rule = "must contain namespace, pod, CPU and memory, as kubectl top pods -A prints them"
            faults.append(Fault.of(f"{path.name}, line {number}", rule, line))
            continue
        cores, amount = int(cpu[1]) * _CPU_UNITS[cpu[2]], int(memory[1]) * _MEMORY_UNITS[memory[2]]
        used[f"{words[0]}/{words[1]}"] = {"cpu": round(cores, 3), "memory": float(amount)}
    if faults:
        raise InputError("usage", faults)
    return used


# Prometheus: the answer of /api/v1/query (a vector) or /api/v1/query_range (a matrix)


def _read_answer(path: Path, resource: str) -> tuple[_Amounts, str]:
    """Return each pod's use of one resource, and the statistic: present use or a percentile."""
    document = read_json(path)
    data = document.get("data") if isinstance(document, dict) else None
    if not isinstance(data, dict) or document.get("status") != "success":
        rule = "must be an answer of Prometheus with the status success"
        raise input_error(path.name, rule, json.dumps(document)[:200])
    kind, result = data.get("resultType"), data.get("result")
    if kind not in ("vector", "matrix") or not isinstance(result, list):
        place = f"{path.name}: data.resultType"
        raise input_error(place, "must be vector or matrix, with a list of results", kind)
    if not result:
        raise input_error(f"{path.name}: data.result", "is empty: the query selects no series")
    faults: list[Fault] = []
    series: dict[tuple[str, str], _Samples] = {}
    for number, entry in enumerate(result):
        place = f"{path.name}: data.result[{number}]"
        found = list(_faults_of(place, entry, kind))
        faults += found
        if found:
            continue
        labels = entry["metric"]
        key = (f"{labels['namespace']}/{labels['pod']}", labels.get("container") or "")
        samples = entry["values"] if kind == "matrix" else [entry["value"]]
        its = series.setdefault(key, {})
        for time, text in samples:
            if its.setdefault(float(time), float(text)) != float(text):
                rule = "is a second series of this pod and container: query sum by (namespace, pod)"
                faults.append(Fault.of(place, rule, " ".join(filter(None, key))))
                break
    if faults:
        raise InputError("usage", faults)
    return _by_pod(series, resource), NOW if kind == "vector" else OVER_TIME


def _faults_of(place: str, entry: Any, kind: str) -> Iterator[Fault]:
    labels = entry.get("metric") if isinstance(entry, dict) else None
    if not isinstance(labels, dict):
        yield Fault.of(place, "must have a metric with labels", entry)
        return
    for key in ("namespace", "pod"):
        if not labels.get(key):
            yield Fault.of(f"{place}.metric", f"must have the label {key}", labels)
    samples = entry.get("values") if kind == "matrix" else [entry.get("value")]
    if not isinstance(samples, list) or not samples:
        yield Fault.of(f"{place}.values", "must be a list of samples", samples)
        return
    for k, sample in enumerate(samples):
        at = f"{place}.values[{k}]" if kind == "matrix" else f"{place}.value"
        try:
            time, value = sample
            amounts = float(time), float(value)
        except (TypeError, ValueError):
            amounts = (math.nan, math.nan)
        if not (all(map(math.isfinite, amounts)) and amounts[1] >= 0):
            rule = "must be a time and a number >= 0"
            yield Fault.of(at, rule, sample)
            return


def _by_pod(series: dict[tuple[str, str], _Samples], resource: str) -> _Amounts:
    """Return the percentile of each pod's samples, which are sums over the pod's containers."""
    pods: dict[str, dict[str, _Samples]] = defaultdict(dict)
    for (pod, container), samples in series.items():
        pods[pod][container] = samples
    used = {}
    for pod, its in pods.items():
        parts = [samples for name, samples in its.items() if name not in ("", "POD")]
        sums: _Samples = defaultdict(float)
        for samples in parts or [its[""] if "" in its else its["POD"]]:
            for time, value in samples.items():
                sums[time] += value
        amount = float(np.percentile(list(sums.values()), PERCENTILE))
        unit = 1000 if resource == "cpu" else 1  # as the scheduler counts: milli-cores and bytes
        used[pod] = {resource: math.ceil(round(amount * unit, 6)) / unit}
    return used
