"""The files that run in a program's process, copied into its folder; standard library only.

`child` runs the program.  Beside it is one adapter, whose ``play(program, instance, ask)`` makes
the framework's objects, calls the program and returns its decision as names and numbers.
"""
