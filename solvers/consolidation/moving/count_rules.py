"""Rules as rows over counts of items that stay and that come, kind by kind and domain by domain.

What is broken now may stay broken where nobody comes; (R1) to (R11) are the rows of the model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....instances.consolidation import (
    APART,
    BOTH,
    ITEM,
    NOT_WITH,
    OTHER,
    SPREAD,
    RuleBook,
)

if TYPE_CHECKING:
    from .count_program import CountProgram


def add_count_rules(program: CountProgram, book: RuleBook) -> None:
    """Add the rows of every rule."""
    concerned: dict[int, list[tuple[int, int]]] = {}
    for k, members in enumerate(program.kinds):
        for at in range(book.start[members[0]], book.start[members[0] + 1]):
            concerned.setdefault(int(book.rule[at]), []).append((k, int(book.role[at])))
    for r, kinds in concerned.items():
        rows = _RuleRows(program, book, r, kinds)
        {APART: rows.apart, NOT_WITH: rows.not_with, SPREAD: rows.spread}.get(
            int(book.kind[r]), rows.with_others
        )()


class _RuleRows:
    """The rows of one rule; ``mine`` and ``theirs`` are the kinds of its items and others."""

    def __init__(
        self, program: CountProgram, book: RuleBook, r: int, kinds: list[tuple[int, int]]
    ) -> None:
        self.program, self.builder = program, program.builder
        self.mine = [k for k, role in kinds if role != OTHER]
        self.theirs = [k for k, role in kinds if role != ITEM]
        self.itself = {k for k, role in kinds if role == BOTH}
        at, end = int(book.offset[r]), int(book.offset[r + 1])
        self.most, self.counted = int(book.most[r]), book.counted[at:end].tolist()
        self.now = book.before.mine[at:end].tolist()
        self.others_now = book.before.others[at:end].tolist()
        self.several = int(book.begin[r + 1] - book.middle[r])
        self.size = float(book.begin[r + 1] - book.begin[r])
        self.sites: list[list[int]] = [[] for _ in range(end - at)]
        for j in program.used:
            if (d := int(book.domain[book.level[r], j])) >= 0:
                self.sites[d].append(j)

    def _flag(self) -> int:
        return self.builder.column(upper=1.0, integer=True)

    def _come_only_if(self, kinds: list[int], d: int, flag: int) -> None:
        """Items of some kinds come to a domain only if a flag is 1."""
        terms = self.program.coming(kinds, self.sites[d])
        if terms:
            self.builder.row([*terms, (flag, -self.size)], upper=0.0)

    def apart(self) -> None:
        """(R1) to (R3): at most so many in a domain; where there are more now, none comes."""
        for d, now in enumerate(self.now):
            present = self.program.present(self.mine, self.sites[d])
            if not present:
                continue
            if now <= self.most:
                self.builder.row(present, upper=float(self.most))
                continue
            come = self._flag()
            self._come_only_if(self.mine, d, come)
            self.builder.row([*present, (come, float(now - self.most))], upper=float(now))

    def not_with(self) -> None:
        """(R4) to (R6): a domain has items or others; where both are now, neither comes."""
        for d in range(len(self.now)):
            groups = (self.mine, self.theirs)
            flags = []
            for kinds in groups:
                flag = self._flag()
                for k in kinds:
                    for term in self.program.present([k], self.sites[d]):
                        bound = self.builder.upper[term[0]]
                        self.builder.row([term, (flag, -bound)], upper=0.0)
                flags.append(flag)
            if not (self.now[d] and self.others_now[d]):
                self.builder.row([(flag, 1.0) for flag in flags], upper=1.0)
                continue
            for kinds, against in zip(groups, reversed(flags), strict=True):
                come = self._flag()
                self._come_only_if(kinds, d, come)
                self.builder.row([(come, 1.0), (against, 1.0)], upper=1.0)

    def with_others(self) -> None:
        """(R7): an item has one of the others in its domain, or lacks one now and stays."""
        for d in range(len(self.now)):
            mates = self.program.present(self.theirs, self.sites[d])
            for k in self.mine:
                own = int(k in self.itself)
                if self.several == own:
                    continue  # there is nobody else to be with
                lacking = self.others_now[d] <= own
                seat = self.program.coming if lacking else self.program.present
                terms = seat([k], self.sites[d])
                if not terms:
                    continue
                flag = self._flag()
                self.builder.row([*terms, (flag, -self.size)], upper=0.0)
                self.builder.row([*mates, (flag, -1.0 - own)], lower=0.0)

    def spread(self) -> None:
        """(R8) to (R11): no domain has more than the skew above the emptiest."""
        domains = [d for d, counted in enumerate(self.counted) if counted]
        fewest = min(self.now[d] for d in domains)
        least = self.builder.column(upper=self.size, integer=True)
        for d in domains:
            over = self.now[d] - fewest - self.most
            present = self.program.present(self.mine, self.sites[d])
            self.builder.row([*present, (least, -1.0)], lower=0.0)
            if over <= 0:
                self.builder.row([*present, (least, -1.0)], upper=float(self.most))
                continue
            come = self._flag()
            self._come_only_if(self.mine, d, come)
            terms = [*present, (least, -1.0), (come, float(over))]
            self.builder.row(terms, upper=float(self.most + over))
