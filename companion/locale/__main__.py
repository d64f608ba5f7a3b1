"""``python -m companion.locale``: compile the catalogues."""

from companion.locale import compile_catalogues

print(compile_catalogues())
