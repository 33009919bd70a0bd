# Runs one cell after the other in one scope. Each line of the input is a JSON object: "code", and "end", which is printed
# in a line of its own behind the output, with "ok" or "failed". The value of a last expression is printed.
import ast
import json
import linecache
import os
import sys
import traceback
import types

cells = os.fdopen(os.dup(0), encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(1, 2)
main = types.ModuleType("__main__")
sys.modules["__main__"] = main


def run(name, code):
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    tree = ast.parse(code, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), main.__dict__)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), name, "eval"), main.__dict__)
        if value is not None:
            print(repr(value))


for number, line in enumerate(cells, 1):
    cell = json.loads(line)
    result = "ok"
    try:
        run("<cell %d>" % number, cell["code"])
    except BaseException as error:
        result = "failed"
        own = error.__traceback__.tb_next
        is_of_cell = own is not None and not isinstance(error, SyntaxError)
        traceback.print_exception(type(error), error, own.tb_next if is_of_cell else None)
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(1, ("\n%s %s\n" % (cell["end"], result)).encode())
