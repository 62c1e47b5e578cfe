"""Parts that proofs share: refused claims."""


class UnprovenError(ValueError):
    """Why a certificate does not prove the claim."""


class TooLargeError(ValueError):
    """The proof would take too long to re-check."""


def refuse_supply(needed: int, supply: int, whose: str) -> None:
    """Refuse a proof that nothing is feasible where the supply suffices."""
    if needed <= supply:
        raise UnprovenError(f"{whose} sum to {needed} of {supply}")
