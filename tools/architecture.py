"""How the packages hang together, in figures: ``python tools/architecture.py [CHECKOUT]``.

For any revision: names that cross from one package to another and modules that they are in,
places that take a type such as ``list[str]`` apart by hand, template environments, page
skeletons, and functions that walk through trees of values by hand.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

#: What every package may use; it is the ground, not a package.
GROUND = {"errors", "faces", "startup", "values", "verdict", "__main__", "__init__"}
#: A text compared with a piece of a type's spelling, or cut by one.
TYPE_TEXT = re.compile(
    r"""["'](?:list|dict|tuple)\[["']|\.removeprefix\(["']list|r["'].*list\\\["""
)
CONTAINERS = {"tuple", "list", "dict", "Mapping", "Sequence"}


def main() -> int:
    """Print the table of a checkout, this one unless another is named."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent) / "grader"
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.py"))}
    trees = {path: ast.parse(source) for path, source in sources.items()}
    crossing = names_that_cross(root, trees)
    print(f"{'package':<14}{'names':>6}{'modules':>9}{'of':>5}")
    for package in sorted(crossing):
        own = [path for path in sources if path.parent == root / package and path.stem[0] != "_"]
        names = crossing[package]
        print(f"{package:<14}{len(names):>6}{len({m for m, _ in names}):>9}{len(own):>5}")
    total = [name for names in crossing.values() for name in names]
    print(f"{'in all':<14}{len(total):>6}{len({module for module, _ in total}):>9}")
    files = {path: source for path, source in sources.items() if TYPE_TEXT.search(source)}
    report("files that take a type's text apart", files, root)
    environments = {path: 0 for path, tree in trees.items() if calls(tree, "jinja2.Environment")}
    report("template environments", environments, root)
    skeletons = {
        path: 0 for path in sorted(root.rglob("*.j2")) if "<html" in path.read_text("utf-8")
    }
    report("page skeletons", skeletons, root)
    walkers = list(walked_by_hand(trees, root))
    print(f"functions that walk through values by hand: {len(walkers)}")
    print(*(f"    {name}" for name in walkers), sep="\n")
    return 0


def report(what: str, paths: dict[Path, object], root: Path) -> None:
    """A count and the places."""
    places = ", ".join(str(path.relative_to(root)) for path in paths)
    print(f"{what}: {len(paths)}" + (f" ({places})" if places else ""))


def names_that_cross(root: Path, trees: dict[Path, ast.Module]) -> dict[str, set[tuple[str, str]]]:
    """Package -> (module it is defined in, name) that other packages import."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for path, tree in trees.items():
        own = path.relative_to(root).parts[0]
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("grader"):
                continue
            for alias in node.names:
                module, name = node.module or "", alias.name
                if (root.parent / module.replace(".", "/") / f"{name}.py").exists():
                    module, name = f"{module}.{name}", "the module"
                package = module.split(".")[1] if "." in module else ""
                if package and package != own and package not in GROUND and own != "__init__.py":
                    found[package].add((home(root, trees, module, name), name))
    return found


def home(root: Path, trees: dict[Path, ast.Module], module: str, name: str) -> str:
    """The module behind a face."""
    face = root.parent / module.replace(".", "/") / "__init__.py"
    for node in ast.walk(trees[face]) if face in trees else ():
        if isinstance(node, ast.ImportFrom) and name in (alias.name for alias in node.names):
            return node.module or module
    return module


def calls(tree: ast.Module, name: str) -> bool:
    """Whether something is called by that dotted name."""
    return any(
        isinstance(node, ast.Call) and ast.unparse(node.func) == name for node in ast.walk(tree)
    )


def walked_by_hand(trees: dict[Path, ast.Module], root: Path) -> Iterator[str]:
    """Functions that ask whether a value is a container, and call themselves on its parts."""
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef):
                continue
            asks = any(
                isinstance(inner, ast.Call)
                and ast.unparse(inner.func) == "isinstance"
                and set(re.findall(r"\w+", ast.unparse(inner.args[1]))) & CONTAINERS
                for inner in ast.walk(node)
            )
            again = any(
                isinstance(inner, ast.Name | ast.Attribute)
                and ast.unparse(inner).rpartition(".")[2] == node.name
                for statement in node.body
                for inner in ast.walk(statement)
            )
            if asks and again:
                yield f"{path.relative_to(root)}:{node.lineno} {node.name}"


if __name__ == "__main__":
    sys.exit(main())
