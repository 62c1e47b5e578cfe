"""``python -m optgap`` is the command ``optgap``."""

from .cli import main

main()
