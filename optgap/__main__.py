"""``python -m optgap`` is the command ``optgap``."""

import sys


def main() -> None:
    """Run the command line; exit without a traceback if it is interrupted during imports."""
    try:
        from .cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
