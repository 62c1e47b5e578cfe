"""The reference pages: one for each command, public name and kind of file, from their declarations.

They are written into folders of `docs` when the site is built, and belong to no commit.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from problem_examples import EXAMPLES, GROUPS
from reference_examples import CODES, COMMAND_EXAMPLES, NAME_EXAMPLES
from sphinx.application import Sphinx

COLUMNS = 92
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")  # the words of a link stay


def commands() -> Mapping[str, Any]:
    """Return the commands by name, in the order of the help."""
    from typer.main import get_command

    from optgap.cli import app

    return dict(get_command(app).commands)  # type: ignore[attr-defined]


def command_page(name: str, command: Any, docs: Path) -> str:
    """Return the page of a command: usage, arguments, options, an executed example, exit codes."""
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option"]
    shown = " ".join(p.metavar or p.name.upper() for p in arguments)
    parts = [f"# optgap {name}", command.help, f"```text\noptgap {name} {shown} [OPTIONS]\n```"]
    if arguments:
        rows = [f"| `{p.metavar or p.name.upper()}` | {_cell(p.help)} |" for p in arguments]
        parts.append("\n".join(["| argument | meaning |", "| --- | --- |", *rows]))
    rows = [
        f"| `{', '.join(p.opts)}{'' if p.is_flag else ' ' + _cell(p.metavar or p.name.upper())}` "
        f"| {_cell(p.help)} | {_default(p)} |"
        for p in options
    ]
    parts.append("\n".join(["| option | meaning | default |", "| --- | --- | --- |", *rows]))
    parts += ["## Example", _executed(COMMAND_EXAMPLES[name], docs)]
    codes = [f"| {code} | {CODES[code]} |" for code in exit_codes(name)]
    parts += ["## Exit codes", "\n".join(["| code | meaning |", "| --- | --- |", *codes])]
    return "\n\n".join(parts) + "\n"


def exit_codes(name: str) -> list[int]:
    """Return the exit codes that a command can end with."""
    ends_with = {
        3: {"solve", "prove", "epochs", "place"},
        4: {"solve", "prove", "guarantee", "explain", "place", "plan", "stays"},
        5: {
            "solve",
            "prove",
            "check",
            "compare",
            "verify",
            "contract",
            "doctor",
            "judge",
            "library",
            "plan",
        },
    }
    return [0, 2, *(code for code, names in ends_with.items() if name in names), 70, 130]


def _cell(text: str | None) -> str:
    return (text or "").replace("|", "\\|")


def _default(option: Any) -> str:
    value = option.default
    return (
        "" if value is None or value is False or value == () else f"`{value}`".replace("|", "\\|")
    )


def _executed(lines: list[str], docs: Path) -> str:
    """Return commands with what they print; one that fails ends the build."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "docs").symlink_to(docs)
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "COLUMNS": str(COLUMNS), "PATH": path}
        shown = []
        for line in lines if os.environ.get("CELLS") != "0" else ():  # 0: see the layout
            quiet = line.removeprefix("@")  # a command that prepares; its output is not shown
            ended = subprocess.run(
                quiet, shell=True, cwd=folder, env=environment, capture_output=True, text=True
            )
            if ended.returncode not in (0, 3, 4, 5):
                raise RuntimeError(f"{line}: {ended.stderr}")
            output = ended.stdout.replace(folder, ".").rstrip()
            if line == quiet or quiet.startswith("optgap"):
                shown.append(f"$ {quiet}\n" + (output if line == quiet else ""))
        return "```text\n" + "\n".join(part.rstrip() for part in shown) + "\n```"


def name_page(name: str) -> str:
    """Return the page of a public function or class."""
    import optgap

    thing = getattr(optgap, name)
    kind = "autoclass" if inspect.isclass(thing) else "autofunction"
    members = "\n   :members:\n   :exclude-members: model_config" if kind == "autoclass" else ""
    parts = [f"# optgap.{name}", f"```{{eval-rst}}\n.. {kind}:: optgap.{name}{members}\n```"]
    if name in NAME_EXAMPLES:
        parts += ["## Example", example(name)]
    return "\n\n".join(parts) + "\n"


def example(name: str) -> str:
    """Return the example of a name with what it prints."""
    code = NAME_EXAMPLES[name]
    return f"```python\n{code}\n```\n\n```text\n{_printed(code)}\n```"


def with_examples(text: str) -> str:
    """Return a text with examples in place of the comments that name them."""
    return re.sub(r"<!-- example ([\w.]+) -->", lambda found: example(found[1]), text)


def declaring_page() -> str:
    """Return the page of all names of `optgap.problem`, each with an example that is executed."""
    import optgap.problem as names

    words = "Names that an [own problem](../own-problem.md) is declared with."
    parts = ["# Declare a problem: optgap.problem", f"{words} Import them from `optgap.problem`."]
    for k, group in enumerate(GROUPS):
        parts.append(f"## {group}")
        for name, (place, meaning, code) in EXAMPLES.items():
            if place != k:
                continue
            thing = getattr(names, name)
            kind = "autoclass" if inspect.isclass(thing) else "autofunction"
            members = "\n   :members:\n   :exclude-members: model_config" * inspect.isclass(thing)
            full = f"optgap.problem.{name}"
            shown = f"```{{eval-rst}}\n.. {kind}:: {full}\n   :no-index:{members}\n```"
            parts += [f"### {name}", meaning or shown, f"```python\n{code}\n```"]
            parts.append(f"```text\n{_printed(code)}\n```")
    return "\n\n".join(parts) + "\n"


def _printed(code: str) -> str:
    printed, before, environment = io.StringIO(), os.getcwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
        os.chdir(folder)
        try:
            exec(compile(code, "example", "exec", dont_inherit=True), {"__name__": "example"})
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)
    return printed.getvalue().rstrip()


def options_page() -> str:
    """Return the page of the options of every method, from the declarations that check them."""
    from pydantic import TypeAdapter

    import optgap

    parts = ["# Options of methods", "Give them with `--set NAME=VALUE` or `options={...}`."]
    for name in optgap.problem_names():
        rows: dict[str, list[str]] = {}  # the methods that share an option
        for method in optgap.problem_named(name).methods:
            for key, option in method.options.items():
                schema = TypeAdapter(option.annotation).json_schema()
                values = f"{_type(schema)}{_bounds(schema)}"
                words = _cell(schema.get("description", ""))
                row = f"| `{key}` | `{option.default}` | {values} | {words} |"
                rows.setdefault(row, []).append(f"`{method.name}`")
        if rows:
            head = ["| option | default | values | meaning | methods |", "| --- " * 5 + "|"]
            shown = [f"{row} {', '.join(methods)} |" for row, methods in rows.items()]
            parts += [f"## {name}", "\n".join(head + shown)]
    return "\n\n".join(parts) + "\n"


def _bounds(schema: dict[str, Any]) -> str:
    signs = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}
    found = {**schema, **next(iter(schema.get("anyOf", [])), {})}
    bounds = [f"{sign} {found[key]:g}" for key, sign in signs.items() if found.get(key, 1e9) < 1e9]
    return ", " + ", ".join(bounds) if bounds else ""


COMMON = {
    "problem": "The name of the problem.",
    "version": "The version of the format.",
    "name": "The name of this instance or object.",
    "source": "Where the data come from.",
}


def meanings(page: str) -> dict[str, str]:
    """Return the meanings that the tables of a page give to names in their first three cells."""
    found: dict[str, str] = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\\\)\|", line)[1:-1]]
        for cell in cells[:3] if len(cells) > 1 else []:
            for name in re.findall(r"`([a-z]\w*)`", cell):
                found.setdefault(name, _LINK.sub(r"\1", cells[-1]))
    return found


def schemas() -> dict[str, tuple[str, Any]]:
    """Return title and JSON Schema of each kind of file, by page."""
    import optgap

    found = {
        "solution": ("Solution document", optgap.Outcome.model_json_schema(mode="serialization"))
    }
    for name in optgap.problem_names():
        entry = optgap.problem_named(name)
        found[f"{name}-instance"] = (f"{name}: instance", entry.instance.file_schema())
        found[f"{name}-decision"] = (f"{name}: decision", entry.decision.model_json_schema())
        for k, form in enumerate(entry.certificates, 1):
            title = f"{name}: certificate {form.__name__}"
            found[f"{name}-certificate-{k}"] = (title, form.model_json_schema())
    return found


def file_page(title: str, schema: Any, known: Mapping[str, str] | None = None) -> str:
    """Return the fields of a kind of file, and those of the objects inside it.

    ``known`` has the meanings that the page of the problem gives.
    """
    known = COMMON | dict(known or {})
    parts = [f"# {title}", _first_paragraph(schema.get("description", "")), _fields(schema, known)]
    for name, inner in schema.get("$defs", {}).items():
        if "properties" in inner:
            words = _first_paragraph(inner.get("description", ""))
            parts += [f"## {name}", words, _fields(inner, known)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _first_paragraph(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split()).replace("<", "&lt;").replace("``", "`")


def _fields(schema: Any, known: Mapping[str, str]) -> str:
    rows = ["| field | type | required | meaning |", "| --- | --- | --- | --- |"]
    for name, field in schema.get("properties", {}).items():
        need = "yes" if name in schema.get("required", ()) else ""
        words = field.get("description") or ""
        words = known.get(name, "") if not words else _first_paragraph(words).replace("|", "\\|")
        rows.append(f"| `{name}` | {_type(field)} | {need} | {words} |")
    return "\n".join(rows) if len(rows) > 2 else ""


def _type(field: Any) -> str:
    if "$ref" in field:
        return str(field["$ref"].rpartition("/")[2])
    for key in ("anyOf", "oneOf", "allOf"):
        if key in field:
            return " or ".join(dict.fromkeys(map(_type, field[key])))
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field:
        return " or ".join(f"`{value}`" for value in field["enum"])
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    kind = field.get("type", "anything")
    return str(" or ".join(kind) if isinstance(kind, list) else kind)


def write(app: Sphinx) -> None:
    """Write the pages, with a list of them in each folder."""
    import optgap

    docs = Path(app.srcdir)
    found = commands()
    with ThreadPoolExecutor(2) as pool:
        pages = pool.map(lambda item: command_page(*item, docs), found.items())
        texts = {"commands": dict(zip(found, pages, strict=True))}
    public = [name for name in optgap.__all__ if not inspect.ismodule(getattr(optgap, name))]
    texts["python"] = {name: name_page(name) for name in public}
    texts["python"]["declaring"] = declaring_page()
    texts["python"]["options"] = options_page()
    texts["files"] = {
        name: file_page(*words, meanings((docs / f"{page}.md").read_text()))
        for name, words in schemas().items()
        for page in ["outcome" if name == "solution" else name.partition("-")[0]]
    }
    intro = {
        "commands": ("Command line", "Every command takes `--help` and prints the same."),
        "python": ("Python", with_examples(Path(__file__).with_name("python.md").read_text())),
        "files": ("Files", "Fields of every kind of JSON file, from the schemas that read them."),
    }
    meaning = {name: command.help for name, command in found.items()}
    meaning |= {name: inspect.getdoc(getattr(optgap, name)) for name in public}
    for folder, members in texts.items():
        (docs / folder).mkdir(exist_ok=True)
        for name, text in members.items():
            _write(docs / folder / f"{name}.md", text)
        title, words = intro[folder]
        listed = "\n".join(
            f"| []({name}.md) | {_cell(_first_paragraph(meaning.get(name) or ''))} |"
            for name in members
        )
        tree = "```{toctree}\n:hidden:\n\n" + "\n".join(members) + "\n```"
        table = f"| page | meaning |\n| --- | --- |\n{listed}"
        _write(docs / folder / "index.md", f"# {title}\n\n{words}\n\n{table}\n\n{tree}\n")


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the pages before Sphinx looks for pages."""
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
