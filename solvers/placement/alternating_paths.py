"""Compiled search for alternating paths between unmatched instances and machines with room."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core.kernels import kernel
from .latency_blocks import Bits

Int32Array: TypeAlias = NDArray[np.int32]

_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_ONE = np.uint64(1)
_BIT_INDEX = np.zeros(64, dtype=np.int32)
for _k in range(64):
    _BIT_INDEX[((int(_DE_BRUIJN) << _k) & (2**64 - 1)) >> 58] = _k


class Network(NamedTuple):
    """The allowed pairs, the matching, and the state of a search.

    ``first`` and ``links`` (next, previous) chain the instances of each machine. ``spare`` is the
    bit set of machines with room. Shortest paths reach the machines of bit set ``layer[d]`` after
    d other machines; machines from which no path was found are removed. ``cursor`` is, per machine,
    the instance to move next.
    """

    bits: Bits
    machine: Int32Array
    room: Int32Array
    first: Int32Array
    links: Int32Array
    spare: Bits
    layer: Bits
    cursor: Int32Array


@kernel
def rebuild(net: Network, beta: Int32Array) -> None:
    """Set room, chains and bits of spare machines, from the machine of each instance."""
    net.room[:] = beta
    net.first[:] = -1
    net.spare[:] = 0
    for i in range(len(net.machine)):
        j = net.machine[i]
        if j >= 0:
            _link(net, i, j)
            net.room[j] -= 1
    for j in range(len(beta)):
        if net.room[j] > 0:
            net.spare[j >> 6] |= _ONE << np.uint64(j & 63)


@kernel
def layers(net: Network, sources: Int32Array, queue: Int32Array) -> tuple[int, int]:
    """Set the layers of shortest alternating paths from sources to machines with room.

    Returns the number of full machines on a path, or -1 if there is no path, and the number of
    reached instances (the head of the queue).
    """
    words = len(net.spare)
    unseen = np.full(words, ~np.uint64(0))
    queue[: len(sources)] = sources
    head, end, depth = 0, len(sources), 0
    while head < end:
        net.layer[depth] = 0
        touched = np.uint64(0)
        for at in range(head, end):
            row = net.bits[queue[at]]
            for word in range(words):
                new = row[word] & unseen[word]  # machines not yet in any layer
                if new:
                    net.layer[depth, word] |= new
                    unseen[word] &= ~new
                    touched |= new & net.spare[word]
        if touched:
            for word in range(words):
                net.layer[depth, word] &= net.spare[word]
            return depth, end
        head = end
        end = _enqueue_members(net, depth, queue, end)
        depth += 1
    return -1, end


@kernel(inner=True)
def _enqueue_members(net: Network, depth: int, queue: Int32Array, end: int) -> int:
    """Append the instances of the layer's machines to the queue; return its new end."""
    for word in range(len(net.spare)):
        rest = net.layer[depth, word]
        while rest:
            bit = rest & (~rest + _ONE)
            rest ^= bit
            j = (word << 6) + _bit_index(bit)
            net.cursor[j] = net.first[j]
            i = net.first[j]
            while i >= 0:
                queue[end] = i
                end += 1
                i = net.links[0, i]
    return end


@kernel
def lengthen(
    net: Network, sources: Int32Array, position: int, depth: int, words_per_call: int
) -> int:
    """Match ``sources`` from ``position`` on, along layers; return the position to resume at."""
    path_instance = np.empty(depth + 1, dtype=np.int32)
    path_machine = np.empty(depth + 1, dtype=np.int32)
    work = 0
    while position < len(sources) and work < words_per_call:
        path_instance[0] = sources[position]
        position += 1
        at = 0
        while at >= 0:
            work += len(net.spare)
            j = _first_common(net.bits[path_instance[at]], net.layer[at])
            if j < 0:
                at -= 1  # no path from this instance: its machine tries its next instance
                if at >= 0:
                    j = path_machine[at]
                    net.cursor[j] = net.links[0, net.cursor[j]]
            if j >= 0:
                path_machine[at] = j
                if at == depth:
                    _shift(net, path_instance, path_machine, depth)
                    break
                if net.cursor[j] < 0:
                    net.layer[at, j >> 6] &= ~(_ONE << np.uint64(j & 63))
                else:
                    at += 1
                    path_instance[at] = net.cursor[j]
    return position


@kernel(inner=True)
def _shift(net: Network, path_instance: Int32Array, path_machine: Int32Array, depth: int) -> None:
    """Move every instance of a path to its next machine; the last machine has room."""
    for at in range(depth, -1, -1):
        i, j = path_instance[at], path_machine[at]
        if at > 0:
            _unlink(net, i, path_machine[at - 1])
        _link(net, i, j)
    last = path_machine[depth]
    net.room[last] -= 1
    if net.room[last] == 0:
        mask = ~(_ONE << np.uint64(last & 63))
        net.spare[last >> 6] &= mask
        net.layer[depth, last >> 6] &= mask


@kernel(inner=True)
def _link(net: Network, i: int, j: int) -> None:
    """Insert instance i at the head of machine j's list."""
    net.machine[i] = j
    head = net.first[j]
    net.links[0, i] = head
    net.links[1, i] = -1
    if head >= 0:
        net.links[1, head] = i
    net.first[j] = i


@kernel(inner=True)
def _unlink(net: Network, i: int, j: int) -> None:
    """Remove instance i from machine j's list, in which the cursor is at i."""
    after, before = net.links[0, i], net.links[1, i]
    net.cursor[j] = after
    if before >= 0:
        net.links[0, before] = after
    else:
        net.first[j] = after
    if after >= 0:
        net.links[1, after] = before


@kernel(inner=True)
def _bit_index(bit: np.uint64) -> int:
    """Return the index of the only set bit, by multiplication with a De Bruijn number."""
    return int(_BIT_INDEX[(bit * _DE_BRUIJN) >> np.uint64(58)])


@kernel(inner=True)
def _first_common(row: Bits, others: Bits) -> int:
    """Return the first machine in both bit sets, -1 if there is none."""
    for word in range(len(row)):
        common = row[word] & others[word]
        if common:
            return (word << 6) + _bit_index(common & (~common + _ONE))
    return -1
