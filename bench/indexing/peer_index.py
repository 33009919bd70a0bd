"""Builds the peer's structure index over a Python project and prints it as JSON: {"peer", "files", "ms", "tables"}.

With --peer DIR (a checkout of AutoCodeRover) its own indexer runs, with stand-ins for the packages it imports but does
not need for indexing. Without it, a walk of the same tables with Python's `ast`. --all takes test files in as well.
"""

import argparse
import ast
import json
import sys
import time
from pathlib import Path
from unittest.mock import MagicMock


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("project")
    arguments.add_argument("--peer", help="checkout of AutoCodeRover")
    arguments.add_argument("--all", action="store_true", help="index test files too")
    options = arguments.parse_args()
    build = autocoderover(options) if options.peer else ast_walk(options)
    started = time.perf_counter()
    tables = build()
    ms = (time.perf_counter() - started) * 1000
    root = Path(options.project)
    relative = {
        kind: [[str(Path(file).relative_to(root)), name, line] for file, name, line in rows] for kind, rows in tables.items()
    }
    files = sorted({row[0] for row in relative.pop("parsed")})
    json.dump({"peer": "AutoCodeRover" if options.peer else "ast walk", "files": files, "ms": ms, "tables": relative}, sys.stdout)


def autocoderover_backend(options):
    """AutoCodeRover's own indexer over a project."""
    for name in ["loguru", "timeout_decorator", "openai", "openai.types", "openai.types.chat"]:
        sys.modules[name] = MagicMock()
    sys.modules["openai.types.chat.chat_completion_message_tool_call"] = MagicMock()
    sys.modules["app.log"] = MagicMock()
    sys.modules["timeout_decorator"].timeout = lambda *_args, **_kwargs: lambda function: function
    sys.path.insert(0, options.peer)
    from app.search import search_utils
    from app.search.search_backend import SearchBackend

    if options.all:
        search_utils.is_test_file = lambda _path: False

    return SearchBackend(options.project)


def autocoderover(options):
    def build():
        backend = autocoderover_backend(options)
        return {
            "parsed": [(file, "", 0) for file in backend.parsed_files],
            "classes": flat(backend.class_index),
            "methods": [row for functions in backend.class_func_index.values() for row in flat(functions)],
            "functions": flat(backend.function_index),
        }

    return build


def flat(table):
    return [(file, name, span.start) for name, places in table.items() for file, span in places]


def ast_walk(options):
    def build():
        tables = {"parsed": [], "classes": [], "methods": [], "functions": []}
        for path in sorted(Path(options.project).rglob("*.py")):
            relative = path.relative_to(options.project)
            if not options.all and ({"test", "tests"} & set(relative.parts) or path.name.endswith("_test.py")):
                continue
            try:
                tree = ast.parse(path.read_text())
            except (SyntaxError, ValueError):
                continue
            tables["parsed"].append((str(path), "", 0))
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    tables["classes"].append((str(path), node.name, node.lineno))
                    methods = [inner for inner in ast.walk(node) if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef))]
                    tables["methods"] += [(str(path), inner.name, inner.lineno) for inner in methods]
                elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    tables["functions"].append((str(path), node.name, node.lineno))
        return tables

    return build


if __name__ == "__main__":
    main()
