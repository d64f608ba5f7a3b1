"""``python -m companion.locale``: compile the catalogues; with ``--check``, say what is wrong with them instead."""

import sys

from companion.locale import compile_catalogues
from companion.locale.problems import catalogue_problems

if "--check" in sys.argv[1:]:
    problems = catalogue_problems()
    print("\n".join(problems) or "every word is there in both languages")
    sys.exit(bool(problems))
print(f"{compile_catalogues()} catalogues compiled")
