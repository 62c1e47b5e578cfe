"""Errors and checks that certificates share."""


class UnprovenError(ValueError):
    """An error: the reason why a certificate does not prove the claim."""


class TooLargeError(ValueError):
    """An error: the certificate would take too long to re-check."""


def refuse_supply(needed: int, supply: int, whose: str) -> None:
    """Refuse a claim of infeasibility if ``supply`` is at least the amount ``needed``."""
    if needed <= supply:
        raise UnprovenError(f"{whose} sum to {needed}, and {supply} are available")
