"""Answers AutoCodeRover's `search_code` for one JSON string per line, with a line of JSON each: {"ms", "found"}.

usage: peer_search.py PROJECT CHECKOUT
"""

import argparse
import json
import sys
import time

from peer_index import autocoderover_backend

backend = autocoderover_backend(argparse.Namespace(project=sys.argv[1], peer=sys.argv[2], all=True))
print(json.dumps({"files": len(backend.parsed_files)}), flush=True)
for line in sys.stdin:
    code = json.loads(line)
    started = time.perf_counter()
    found = len(backend.search_code(code)[1])
    print(json.dumps({"ms": (time.perf_counter() - started) * 1000, "found": found}), flush=True)
