"""Writes an inventory as JSON and reads it back."""
import io
from collections import OrderedDict, namedtuple
from decimal import Decimal

import simplejson
from simplejson import JSONDecodeError, JSONDecoder, JSONEncoder, RawJSON

simplejson._toggle_speedups(False)

Item = namedtuple("Item", ["name", "price", "tags"])


class Box:
    def __init__(self, *items):
        self.items = items

    def for_json(self):
        return {"items": list(self.items), "total": sum(item.price for item in self.items)}


def main():
    box = Box(Item("bolt", Decimal("0.25"), ["steel", "m\u00e4"]), Item("nut", Decimal("1.5"), []))
    text = simplejson.dumps(box, for_json=True, use_decimal=True, indent="  ", sort_keys=True)
    back = simplejson.loads(text, use_decimal=True, object_pairs_hook=OrderedDict)
    print(back["total"] + back["items"][0]["price"], len(back["items"][0]["tags"]))
    out = io.StringIO()
    simplejson.dump({"raw": RawJSON("[1, 2]"), "inner": (1, None, True, 1e30)}, out, separators=(",", ":"))
    again = simplejson.load(io.StringIO(out.getvalue()))
    print(again["raw"][1] + again["inner"][0])
    print("".join(JSONEncoder(ensure_ascii=False).iterencode({"\u00fc": ["\u2028", "\"", 3.5]})))
    value, end = JSONDecoder().raw_decode('{"a": "\\ud834\\udd20x", "b": [1, {"c": -2.5e3}]} tail')
    print(len(value["a"]), value["b"][1]["c"], end)
    try:
        simplejson.loads('{"a": 1,\n "b" 2}')
    except JSONDecodeError as error:
        print(error.lineno * 10 + error.colno)
    rows = simplejson.loads("[" + ",".join(simplejson.dumps({"n": n, "s": str(n) * n}) for n in range(4)) + "]")
    print(sum(len(row["s"]) for row in rows) // rows[2]["n"])


if __name__ == "__main__":
    main()
