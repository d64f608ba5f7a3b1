"""What every test starts from: words that are missing raise."""

import os

os.environ.setdefault("MIZBAN_STRICT", "1")
