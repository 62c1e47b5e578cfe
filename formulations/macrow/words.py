"""The texts of macrow's constraints for `explain`: candidates of PEs, and (12)-(28) in force.

All rows of one limit in the file form one statement.
"""

from ...core.words import Said, Words, demand, limit, names, number, simply
from ...instances.macrow import MacroW


def words(instance: MacroW) -> Words:
    """Return the texts of the constraints for `explain`."""
    return {**_of_nodes(instance), **_of_all(instance), **_of_pes(instance)}


def _of_nodes(instance: MacroW) -> Words:
    """Return the texts of the limits of nodes."""
    nodes = {node.name: node for node in instance.nodes}
    colors = list(dict.fromkeys([
        *(pe.color for pe in instance.pes if pe.color is not None),
        *(c for node in instance.nodes for pair in node.incompatible_colors for c in pair),
    ]))  # fmt: skip

    def integrity(at: tuple[str, str]) -> Said:
        n = at[1]
        return limit("integrity_range", n, nodes[n].integrity_range, f"integrity range of {n}: ")

    def apart(at: tuple[str, str, str]) -> Said:
        both, n = " and ".join(sorted(colors[int(c)] for c in at[:2])), at[2]
        return Said("incompatible_colors", f"{n} {both}", "", simply(f"{n} may have {both}"))

    return {
        "max_pes": lambda n: limit("max_pes", n, nodes[n].max_pes, f"{n} takes ", " PEs"),
        "integrity_from": integrity,
        "incompatible_colors": apart,
    }


def _of_all(instance: MacroW) -> Words:
    """Return the texts of licenses, risk, pairs of PEs, and the limit on the sum of all changes."""
    tokens = {held.name: held.tokens for held in instance.licenses}
    risk = 0.0 if instance.risk is None else instance.risk.limit
    changes = instance.max_total_change

    def licenses(name: str) -> Said:
        own = tokens[name]
        return limit("licenses", name, own, f"{name} has ", " tokens", f"{own} tokens")

    def exlocated(at: tuple[str, str, str]) -> Said:
        both = f"{at[0]} and {at[1]}"
        return Said("exlocated", both, "", simply(f"{both} may share nodes"))

    def colocated(at: tuple[int, str]) -> Said:
        both = " and ".join(instance.colocated[at[0]])
        return Said("colocated", both, "", simply(f"{both} may use different nodes"))

    return {
        "licenses": licenses,
        "risk": lambda _: limit("risk", "", risk, "a risk of "),
        "exlocated": exlocated,
        "colocated": colocated,
        "total_change": lambda _: limit("max_total_change", "", changes, "", " changes"),
    }


def _of_pes(instance: MacroW) -> Words:
    """Return the texts of the lists and limits of PEs."""
    pes = {pe.name: pe for pe in instance.pes}
    limited = [pe for pe in instance.pes if pe.max_change is not None]
    needy = [pe for pe in instance.pes if pe.fairness * pe.goal > 0]

    def allowed(p: str) -> Said:
        listed = names(pes[p].allowed_nodes or (), "nodes", "no node")
        return Said("allowed_nodes", p, listed, simply(f"{p} may be on other nodes"))

    def change(k: int) -> Said:
        p, most = limited[k].name, limited[k].max_change
        return limit("max_change", p, most, f"{p} may change ", " candidates")

    def fairness(k: int) -> Said:
        p, need = needy[k].name, needy[k].fairness * needy[k].goal
        words = f"{number(need)} mips"
        return demand("fairness", p, need, f"{p} needs only ", " mips", words)

    return {
        "allowed_nodes": allowed,
        "max_nodes": lambda p: limit("max_nodes", p, pes[p].max_nodes, f"{p} may have ", " nodes"),
        "pe_change": change,
        "fairness": fairness,
        "min_nodes": lambda p: demand(
            "min_nodes", p, pes[p].min_nodes, f"{p} needs only ", " nodes"
        ),
    }
