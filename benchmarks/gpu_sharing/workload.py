"""The workloads of FGD's experiments (Weng et al., ATC 2023) on Alibaba's GPU cluster of 2023.

Pods are drawn from a list until they ask for 130% of the cluster's GPUs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

NODES = "openb_node_list_gpu_node.csv"
LOAD = Fraction(13, 10)  # of the cluster's GPUs, what the drawn pods ask for
GPU = 1000  # thousandths
BEYOND = 15 * GPU  # the last two draws of a run ask for no more beyond its load
KIND = ["cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec"]


@dataclass(frozen=True)
class Workload:
    """Classes of equal nodes, kinds of equal pods, and how many of each arrive.

    ``arrivals`` are means over all draws, or more; ``drawn`` is one draw, which repeats the list.
    """

    nodes: pd.DataFrame
    kinds: pd.DataFrame
    arrivals: tuple[Fraction, ...]
    drawn: tuple[int, ...]

    @property
    def gpus(self) -> int:
        """The cluster's GPUs, in thousandths."""
        return GPU * int((self.nodes.gpu * self.nodes.number).sum())

    @cached_property
    def usable(self) -> np.ndarray:
        """Whether a node of a class may run a pod of a kind."""
        models = self.nodes.model.to_numpy()
        named = [set(spec.split("|")) if spec else set(models) for spec in self.kinds.gpu_spec]
        right = np.array([[model in names for names in named] for model in models])
        room = self.nodes.gpu.to_numpy()[:, None] >= self.kinds.num_gpu.to_numpy()
        return right & room

    @cached_property
    def gains(self) -> np.ndarray:
        """The GPUs of a pod, in thousandths."""
        return (self.kinds.num_gpu * self.kinds.gpu_milli).to_numpy()

    @cached_property
    def shared(self) -> np.ndarray:
        """Whether pods of a kind share a GPU with others."""
        return (self.kinds.gpu_milli < GPU).to_numpy()


def one_draw(load: Workload, room: float) -> Workload:
    """Return one draw of a workload, on nodes with only a part of their processors and memory."""
    nodes = load.nodes.copy()
    for resource in KIND[:2]:
        nodes[resource] = (nodes[resource] * room).astype(int)
    return replace(load, nodes=nodes, arrivals=tuple(map(Fraction, load.drawn)))


def workload(folder: Path, name: str) -> Workload:
    """Return a list's workload; pods without GPUs are left out, which can only raise the bound."""
    nodes = pd.read_csv(folder / NODES)
    classes = nodes.groupby([*KIND[:2], "gpu", "model"]).size().reset_index(name="number")
    pods = pd.read_csv(folder / f"openb_pod_list_{name}.csv")
    for column, nothing in (("gpu_spec", ""), ("memory_mib", 0)):  # lists may lack them
        pods[column] = pods[column].astype(object).fillna(nothing) if column in pods else nothing
    kinds = pods.groupby(KIND).size().reset_index(name="number")
    asked = int((pods.num_gpu * pods.gpu_milli).sum())
    kinds = kinds[kinds.num_gpu > 0].reset_index(drop=True)
    wanted = LOAD * GPU * int((classes.gpu * classes.number).sum())
    return Workload(
        nodes=classes,
        kinds=kinds,
        arrivals=tuple(int(number) * _drawn(asked, wanted) for number in kinds.number),
        drawn=tuple(int(number * wanted / asked) for number in kinds.number),
    )


def _drawn(asked: int, wanted: Fraction) -> Fraction:
    """Return how often a pod arrives on average at most.

    A list that asks for too much loses pods at random.  Of any other list every pod arrives once,
    and more are drawn, all alike, until they ask for what is wanted: Wald's equation.
    """
    return 1 + max(Fraction(0), (wanted - asked + BEYOND) / asked)
