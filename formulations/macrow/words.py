"""The words of macrow: candidates of PEs, and the constraints (12)-(28) in force.

The rows of one limit of the file are one statement.
"""

from ...core.words import Said, Words, less, more, names, number, simply
from ...instances.macrow import MacroW


def words(instance: MacroW) -> Words:
    """Return the words of the constraints."""
    return {**_of_nodes(instance), **_of_all(instance), **_of_pes(instance)}


def _of_nodes(instance: MacroW) -> Words:
    """Return the words of the limits of nodes."""
    nodes = {node.name: node for node in instance.nodes}
    colors = list(dict.fromkeys([
        *(pe.color for pe in instance.pes if pe.color is not None),
        *(c for node in instance.nodes for pair in node.incompatible_colors for c in pair),
    ]))  # fmt: skip

    def max_pes(n: str) -> Said:
        most = nodes[n].max_pes or 0
        return Said("max_pes", n, f"{most}", more(f"{n} takes ", most, " PEs"))

    def integrity(index: tuple[str, str]) -> Said:
        n, within = index[1], nodes[index[1]].integrity_range or 0
        return Said("integrity_range", n, f"{within}", more(f"{n} has a range of ", within))

    def apart(index: tuple[str, str, str]) -> Said:
        one, other = sorted(colors[int(c)] for c in index[:2])
        words = f"{one} and {other}"
        return Said(
            "incompatible_colors", f"{index[2]} {words}", "", simply(f"{index[2]} takes {words}")
        )

    return {"max_pes": max_pes, "integrity_from": integrity, "incompatible_colors": apart}


def _of_all(instance: MacroW) -> Words:
    """Return the words of licenses, risk, pairs of PEs and the limit of all changes."""
    tokens = {held.name: held.tokens for held in instance.licenses}
    risk = 0.0 if instance.risk is None else instance.risk.limit
    changes = instance.max_total_change or 0

    def licenses(name: str) -> Said:
        change = more(f"{name} has ", tokens[name], " tokens")
        return Said("licenses", name, f"{tokens[name]} tokens", change)

    def say_exlocation(index: tuple[str, str, str]) -> Said:
        both = f"{index[0]} and {index[1]}"
        return Said("exlocated", both, "", simply(f"{both} may share nodes"))

    def say_colocation(index: tuple[int, str]) -> Said:
        both = " and ".join(instance.colocated[index[0]])
        return Said("colocated", both, "", simply(f"{both} may be apart"))

    return {
        "licenses": licenses,
        "risk": lambda _: Said("risk", "", number(risk), more("a risk of ", risk)),
        "exlocated": say_exlocation,
        "colocated": say_colocation,
        "total_change": lambda _: Said(
            "max_total_change", "", f"{changes}", more("", changes, " changes")
        ),
    }


def _of_pes(instance: MacroW) -> Words:
    """Return the words of the lists and limits of PEs."""
    pes = {pe.name: pe for pe in instance.pes}
    limited = [pe for pe in instance.pes if pe.max_change is not None]
    needy = [pe for pe in instance.pes if pe.fairness * pe.goal > 0]

    def allowed(p: str) -> Said:
        words = names(pes[p].allowed_nodes or (), "nodes", "no node")
        return Said("allowed_nodes", p, words, simply(f"{p} may be on other nodes"))

    def most(p: str) -> Said:
        limit = pes[p].max_nodes or 0
        return Said("max_nodes", p, f"{limit}", more(f"{p} may have ", limit, " nodes"))

    def change(k: int) -> Said:
        p, limit = limited[k].name, limited[k].max_change or 0
        return Said("max_change", p, f"{limit}", more(f"{p} may change ", limit, " candidates"))

    def fairness(k: int) -> Said:
        p, need = needy[k].name, needy[k].fairness * needy[k].goal
        words = f"{number(need)} mips"
        return Said("fairness", p, words, less(f"{p} is content with ", need, " mips"))

    def least(p: str) -> Said:
        limit = pes[p].min_nodes
        return Said("min_nodes", p, f"{limit}", less(f"{p} is content with ", limit, " nodes"))

    return {
        "allowed_nodes": allowed,
        "max_nodes": most,
        "pe_change": change,
        "fairness": fairness,
        "min_nodes": least,
    }
