"""What is printed on a copy: typed once, kept at once, never taken for a fact while it is a guess."""

from __future__ import annotations

from pathlib import Path

import pytest
from flowing import Evening

from companion.boxes import Box, Shelf, encode_box, prefilled
from companion.game import BoxField, Seat
from companion.games import find_game
from companion.screens.bootstrap import PANELS
from companion.screens.box_cells import Cells, FieldList
from companion.screens.box_typing import MOST_CELLS, kept, typing_of
from companion.screens.draft import Draft
from companion.screens.options import RulingsSheet

ROW = BoxField("icon_points", shape=(0,), optional=True, low=0, high=300)
TABLE = BoxField("offering_table", "number", (0, 3), optional=True, low=0, high=180)


def test_a_table_is_kept_only_when_every_cell_is_filled() -> None:
    box = Box("amun_re")
    typing = typing_of(TABLE, box)
    assert typing.cells == (None, None, None)
    for place, value in enumerate((12, 1, 2)):
        assert not kept(box, TABLE, typing).says("offering_table")
        typing = typing.with_cell(place, value)
    assert kept(box, TABLE, typing)["offering_table"] == ((12, 1, 2),)
    grown = typing.grown()
    assert kept(kept(box, TABLE, typing), TABLE, grown)["offering_table"] == ((12, 1, 2),)


def test_a_guess_that_was_changed_stays_a_guess_until_somebody_says_it_is_printed_so() -> None:
    game = find_game("amun_re")
    field = next(field for field in game.box if field.name == "pyramid_price")
    box = kept(prefilled(game), field, typing_of(field, prefilled(game)).with_cell(0, 2))
    assert box["pyramid_price"][0] == 2
    assert box.unverified == ("pyramid_price",)
    assert box.confirmed("pyramid_price").unverified == ()


def test_rows_come_and_go_but_one_stays() -> None:
    typing = typing_of(ROW, Box("unfair"))
    assert typing.shrunk() == typing
    for _ in range(MOST_CELLS + 5):
        typing = typing.grown()
    assert typing.rows == MOST_CELLS
    single = typing_of(BoxField("storms"), Box("whale_riders"))
    assert single.grown() == single


@pytest.mark.ui
def test_figures_are_typed_by_taps_kept_at_once_and_brought_to_the_match(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        evening.go("chooser").choose("unfair")
        evening.shell.sheet(RulingsSheet(evening.shell))
        evening.settle()
        evening.tap(lambda button: button.text == evening.say("flow.options.box"))
        page = evening.until_page("box")
        names = next(evening.visible(FieldList))
        places = [line.name for line in names.view.lines]
        x, y, wide, high = names.targets()[places.index("upgrade_cards")]
        evening.driver.tap_at(*names.to_window(names.x + x + wide / 2, names.y + y + high / 2))
        evening.settle()
        for key in ("4", "2", "done"):
            evening.driver.tap(page.ids.keypad.keys[key])
        evening.settle()
        evening.tap(lambda button: button.text == evening.say("flow.box.printed_so"))
        box = Shelf(evening.home.boxes).box(find_game("unfair"))
        assert (box["upgrade_cards"], "upgrade_cards" in box.unverified) == (42, False)
        setup = Draft("unfair").setup(find_game("unfair"), evening.companion.box(find_game("unfair")).for_setup())
        assert setup.printed("upgrade_cards") == 42


@pytest.mark.ui
@pytest.mark.slow
def test_names_are_typed_on_the_keyboard_in_the_language_of_the_table(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["portrait"], "fa") as evening:
        evening.go("chooser").choose("whale_riders")
        page = evening.go("box")
        page.open("port_names")
        evening.settle()
        cells = next(evening.visible(Cells))
        for name in ("قشم", "هرمز", "کیش"):
            place = cells.targets()[int(page.cell)]
            evening.driver.tap_at(*cells.to_window(cells.x + place[0] + 9, cells.y + place[1] + 9))
            evening.settle()
            for letter in name:
                page.key(letter)
            page.key("done")
            evening.settle()
        assert Shelf(evening.home.boxes).box(find_game("whale_riders"))["port_names"] == ("قشم", "هرمز", "کیش")


@pytest.mark.ui
def test_a_box_goes_to_a_stick_and_comes_back_and_a_file_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    with Evening(tmp_path / "table", PANELS["10in"], "en") as evening:
        evening.go("chooser").choose("whale_riders")
        page = evening.go("box")
        page.export()
        evening.driver.until(lambda: page.told)
        file = tmp_path / "home" / "mizban-box-whale_riders.json"
        assert file.exists()
        other = prefilled(find_game("whale_riders")).confirmed("sun_prices")
        file.write_bytes(encode_box(other))
        page.bring()
        evening.driver.until(lambda: page.box == other)
        file.write_bytes(b"{}")
        page.bring()
        evening.driver.until(lambda: page.note == evening.say("error.box_none"))
        assert page.box == other


@pytest.mark.ui
def test_a_template_of_the_shelf_fills_the_pad_and_a_preset_takes_its_place(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        evening.go("chooser").choose("score_pad")
        sheet = RulingsSheet(evening.shell)
        evening.shell.sheet(sheet)
        evening.settle()
        sheet.choose_template("hokm")
        game = find_game("score_pad")
        draft = evening.shell.draft
        assert draft.count == 4
        setup = draft.sit(draft.newcomer("south")).setup(game, dict(draft.box))
        assert (setup.printed("target"), setup.option("teams"), setup.seats) == (7, "two", (Seat(0),))
        sheet.choose_preset("rounds")
        assert (evening.shell.draft.template, evening.shell.draft.box) == ("", ())
