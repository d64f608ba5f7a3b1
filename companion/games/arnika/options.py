"""The rulings that a table may take another way, and the two presets; ``A-nn`` are the gaps of the Persian text.

:class:`Rules` is the chosen set as one value of the state, so that the rules read ``rules.shortage`` and not a name.
"""

from __future__ import annotations

from typing import Any

from companion.game import Option, Preset, Setup, Value

WIN_AT = 10

OPTIONS: tuple[Option, ...] = (
    Option("term_set", ("revised", "original", "classic"), "revised"),  # words only
    Option("tokens", (18, 16, "custom"), 18),  # what the box holds
    Option("terrain", ("doctor", "airplane", "custom"), "doctor"),  # the one that lies four times
    Option("harbours", ("standard", "custom"), "standard"),
    Option("setup_order", ("snake", "forward"), "snake"),
    Option("setup_resources", ("second", "both", "none"), "second"),
    Option("shortage", ("nobody", "sole_claimant"), "nobody"),
    Option("crisis_blocks", (True, False), True),
    Option("strict_phases", (True, False), True),
    Option("discard_limit", (5, 6, 7, 8, 9, 10, 12), 7),
    Option("crisis_reroll", ("again", "stay"), "again"),
    Option("crisis_mode", ("arnika", "catan"), "arnika"),
    Option("progress_set", ("standard", "open"), "open"),  # open offers free text beside the three
    Option("consult_always", (False, True), False),
    Option("goal", (8, 9, 10, 11, 12, 13), WIN_AT),
    Option("no_red_together", (True, False), True),  # what a board that is drawn avoids, as boards.Balance names it
    Option("no_equal_numbers", (True, False), True),
    Option("no_clusters", (True, False), True),
    Option("fair_harbours", (True, False), True),
    Option("map", (True, False), True),
    Option("hands", ("counted", "light"), "counted"),
)

PRESETS: tuple[Preset, ...] = (
    Preset("text"),
    Preset(
        "classic",
        (
            ("term_set", "classic"),
            ("terrain", "airplane"),
            ("shortage", "sole_claimant"),
            ("strict_phases", False),
            ("crisis_mode", "catan"),
            ("progress_set", "standard"),
            ("consult_always", True),
        ),
    ),
)


class Rules(Value, frozen=True):
    """The options of one match by name; those that are only words or the generator's stay in the set-up."""

    term_set: str
    setup_order: str
    setup_resources: str
    shortage: str
    crisis_blocks: bool
    strict_phases: bool
    discard_limit: int
    crisis_reroll: str
    crisis_mode: str
    progress_set: str
    consult_always: bool
    goal: int

    @property
    def steals(self) -> bool:
        """Whether the crisis is the robber of the classic rules (A-15)."""
        return self.crisis_mode == "catan"


def rules_of(setup: Setup) -> Rules:
    """:raises KeyError: when the set-up leaves an option out."""
    chosen: dict[str, Any] = {name: setup.option(name) for name in Rules.__struct_fields__}
    return Rules(**chosen)
