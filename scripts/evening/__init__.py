"""The evening of ``scripts/demo``: one process is the table with its screen, the other its dice and its fate."""
