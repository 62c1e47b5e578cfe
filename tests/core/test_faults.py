"""What a message says of a name that nobody knows."""

from optgap.core.faults import near_miss


def test_a_close_name_is_suggested_and_else_what_is_known() -> None:
    assert near_miss("ipq", ["ipa", "fuxi"]) == "(did you mean 'ipa'?)"
    assert near_miss("zzz", ["ipa", "fuxi"]) == "(known: fuxi, ipa)"
    assert near_miss("zzz", []) == "(none is known)"


def test_a_message_lists_no_thousand_names() -> None:
    nodes = [f"m{k:04}" for k in range(5000)]
    hint = near_miss("zzz", nodes)
    assert hint.startswith("(known: m0000, m0001,") and hint.endswith("m0029 and 4970 more)")
