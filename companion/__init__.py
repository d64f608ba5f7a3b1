"""Mizban, the table-keeper: a companion for physical board games."""

__version__ = "0.1.0"
