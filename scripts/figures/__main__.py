"""``python -m scripts.figures [--json] [NAME...]``: measure and print."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys

NAMES = ("rules", "store", "vision", "screen", "dice")


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which of {', '.join(NAMES)} (default: all)")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.names) - set(NAMES)):
        print(f"bench: no figures called {', '.join(unknown)}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    machine = {"machine": platform.machine(), "python": platform.python_version(), "cores": os.cpu_count()}
    figures = []
    for name in asked.names or NAMES:
        print(f"measuring {name} ...", file=sys.stderr)
        for figure in importlib.import_module(f"scripts.figures.{name}").measure():
            figures.append(figure)
            if not asked.json:
                print(figure.row(), flush=True)
    if asked.json:
        print(json.dumps({**machine, "figures": [figure.as_json() for figure in figures]}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
