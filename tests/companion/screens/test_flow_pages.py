"""From the first page to the first move by taps alone, whatever way the board comes; languages, names, the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from flowing import NAMES, Evening
from looks import faults

from companion.screens.bootstrap import PANELS
from companion.screens.chooser import Cover
from companion.screens.draft import clean_name
from companion.screens.keyboard import Keyboard
from companion.screens.palette import DoubtCard, Palette
from companion.screens.pickers import NameField
from companion.screens.seat_sheet import SeatSheet
from companion.screens.seats import PlaceSpot
from companion.screens.text import width
from companion.screens.theme import theme
from companion.screens.thumbs import Thumbs
from companion.screens.widgets.segments import Segments

pytestmark = pytest.mark.ui
TABLE = Path(__file__).parents[3] / "examples" / "table.jpg"


def tap_in(evening: Evening, widget: Any, box: tuple[float, ...]) -> None:
    """Tap the middle of ``box`` (left, bottom, width, height from the widget's corner)."""
    left, bottom, wide, high = box[:4]
    evening.driver.tap_at(*widget.to_window(widget.x + left + wide / 2, widget.y + bottom + high / 2))


def to_chooser(evening: Evening) -> None:
    evening.driver.tap(evening.page)
    evening.settle()
    if evening.shell.page_name == "attract":
        evening.tap(lambda button: button.text == evening.say("flow.guide.skip"))
    evening.until_page("chooser")


def primary(evening: Evening) -> None:
    evening.tap(lambda button: button.kind == "primary" and button.enabled)


def choose(evening: Evening, game: str) -> None:
    evening.driver.tap(next(cover for cover in evening.visible(Cover) if cover.view.name == game))
    evening.settle()


def sit(evening: Evening, name: str, *, language: str | None = None, color: int | None = None) -> None:
    """Tap the free place, type ``name`` on the keyboard of the screen, be ready."""
    free = [spot for spot in evening.visible(PlaceSpot) if not spot.view.color]
    evening.driver.tap(free[0])
    evening.driver.settle(0.35)  # its sheet rises
    sheet: Any = next(evening.visible(SeatSheet))
    if language is not None and sheet.player.language != language:
        row = next(w for w in sheet.walk() if isinstance(w, Segments) and w.width > 2)
        tap_in(evening, row, next(span for span in row.spans() if span[4].key == language))
        evening.settle()
    evening.driver.tap(next(w for w in sheet.walk() if isinstance(w, NameField)))
    evening.settle()
    keyboard = next(w for w in sheet.walk() if isinstance(w, Keyboard))
    for letter in name:
        tap_in(evening, keyboard, keyboard.box_of({" ": "space", "\u200c": "zwnj"}.get(letter, letter.lower())))
        evening.driver.frames(2)
    tap_in(evening, keyboard, keyboard.box_of("done"))
    evening.settle()
    evening.tap(lambda button: button.kind == "primary" and button.text == sheet.words.text("flow.seats.ready"))


def seated(evening: Evening, game: str = "arnika") -> None:
    """Through the first pages to the set-up, with two people of two scripts."""
    to_chooser(evening)
    choose(evening, game)
    primary(evening)
    evening.until_page("seats")
    sit(evening, "نیلوفر")
    sit(evening, "Alexandrina", language="en")


def test_a_board_drawn_at_random_is_begun_with_names_of_two_scripts(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        seated(evening)
        assert [(p.name, p.language) for p in evening.shell.draft.players] == [("نیلوفر", "fa"), ("Alexandrina", "en")]
        primary(evening)
        evening.until_page("setup_board")
        evening.tap("shuffle")
        drawn = evening.page.draft
        evening.tap("shuffle")
        assert evening.page.draft != drawn
        board = evening.page.draft.board()
        evening.tap("play")
        evening.until_page("match")
        match = evening.shell.snapshot.match
        assert match.setup.board == board
        assert [player.name for player in match.players] == ["نیلوفر", "Alexandrina"]


@pytest.mark.slow
def test_a_board_is_laid_by_hand_tile_by_tile(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["portrait"], "fa") as evening:
        seated(evening)
        primary(evening)
        page = evening.until_page("setup_board")
        evening.tap("correct")
        palette = next(evening.visible(Palette))
        box = {"doctor": 3, "airplane": 4, "hotel": 4, "factory": 4, "coin": 3, "desert": 1}
        numbers = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
        for terrain, count in box.items():
            for _ in range(count):
                evening.driver.frames(2)
                tap_in(evening, palette, next(p for p in palette._places if p[4].key == terrain))
        evening.settle()
        assert page.phase == "number"
        for number in numbers:
            evening.driver.frames(2)
            tap_in(evening, palette, next(p for p in palette._places if p[4].key == number))
        evening.settle()
        assert page.ready
        evening.tap("play")
        evening.until_page("match")


def test_a_tile_of_a_drawn_board_is_corrected_by_hand(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["portrait"], "fa") as evening:
        evening.go("chooser")
        page = evening.go("setup_board")
        page.shuffle()
        evening.settle()
        evening.tap("shuffle")
        page.by_hand()
        page.tap_hex(next(i for i, tile in enumerate(page.draft.tiles) if tile.number not in (None, 12)))
        evening.settle()
        chosen = int(page.chosen)
        palette = next(evening.visible(Palette))
        tap_in(evening, palette, next(p for p in palette._places if p[4].key == 12))
        evening.settle()
        assert page.draft.tiles[chosen].number == 12
        assert page.troubled


@pytest.mark.slow
def test_a_board_is_read_from_a_photograph_and_what_is_doubtful_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not TABLE.exists():
        pytest.skip("the example photograph is not here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "table" / "pictures").mkdir(parents=True)
    (tmp_path / "table" / "pictures" / "table.jpg").symlink_to(TABLE)
    with Evening(tmp_path / "table", PANELS["10in"], "en") as evening:
        seated(evening)
        primary(evening)
        page = evening.until_page("setup_board")
        evening.tap("camera")
        thumbs = next(evening.visible(Thumbs))
        tap_in(evening, thumbs, thumbs.targets()[0])
        evening.driver.until(lambda: page.mode == "doubts", 90.0)
        evening.settle()
        while page.draft.doubtful:
            before = page.draft
            evening.driver.tap(max(evening.visible(DoubtCard), key=lambda card: card.top)._buttons[0])
            evening.settle()
            assert page.draft != before
        assert page.ready
        evening.tap("play")
        evening.until_page("match")


def test_the_language_changes_on_every_page_at_once(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        evening.tap("language")
        assert evening.say("flow.attract.touch").split()[0] == "Touch"
        assert any(word.startswith("Touch") for word in evening.written())
        to_chooser(evening)
        assert evening.say("flow.chooser.title") in evening.written()
        evening.shell.language = "fa"
        evening.settle()
        assert evening.say("flow.chooser.title") in evening.written()
        assert not any("What shall" in words for words in evening.written())


@pytest.mark.slow
def test_every_page_has_a_way_back(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en") as evening:
        to_chooser(evening)
        primary(evening)
        evening.until_page("seats")
        evening.tap("back")
        evening.until_page("chooser")
        evening.tap("back")
        evening.until_page("attract")
        evening.go("chooser")
        evening.go("setup_board")
        evening.page.shuffle()
        evening.settle()
        evening.tap("back")
        assert (evening.shell.page_name, evening.page.mode) == ("setup_board", "choose")
        evening.tap("back")
        evening.until_page("seats")


@pytest.mark.parametrize("name", ["محمدحسین‌جان", "Alexandrinas", "علی Bahram", "مهرالسادات"])
@pytest.mark.parametrize("panel", ["7in", "portrait", "10in"])
def test_a_name_of_twelve_letters_is_kept_whole_and_has_room(name: str, panel: str) -> None:
    assert clean_name(name) == name
    room = {"7in": 60, "portrait": 60, "10in": 58}[panel] * PANELS[panel].density
    assert width(name, round(5.8 * PANELS[panel].density), 600) <= room


def test_reset_never_stands_beside_undo(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en") as evening:
        from companion.screens.widgets.button import ActButton

        evening.end("whale_riders", 3, 4)
        assert not [b for b in evening.visible(ActButton) if b.kind == "danger"]
        evening.tap("tidy")
        held = evening.button("wipe")
        near = [b for b in evening.visible(ActButton) if b.icon_name == "undo"]
        assert held.kind == "danger"
        assert all(abs(b.center_y - held.center_y) > theme.mm(40) for b in near)


@pytest.mark.parametrize(("panel", "count"), [("7in", 3), ("10in", 3), ("portrait", 6)])
def test_how_many_play_is_asked_once(tmp_path: Path, panel: str, count: int) -> None:
    with Evening(tmp_path, PANELS[panel], "en") as evening:
        page = evening.go("chooser")
        page.choose("whale_riders")
        page.choose_count(count)
        page = evening.go("seats")
        said = "nobody_upright" if page.upright else "nobody"
        assert page.status == evening.say(f"flow.seats.{said}", n=count)
        invitation = evening.say("flow.seats.add" if page.upright else "flow.seats.sit")
        inviting = [spot for spot in evening.visible(PlaceSpot) if spot.view.words == invitation]
        assert len(inviting) == (count if page.upright else 4)
        draft = evening.shell.draft
        for side in ("south", "west", "north", "east", "south", "north")[:count]:
            draft = draft.sit(msgspec.structs.replace(draft.newcomer(side), name=side))
        evening.shell.draft = draft
        evening.settle()
        assert page.status == evening.say("flow.seats.status", n=count, all=count)
        assert not [spot for spot in evening.visible(PlaceSpot) if spot.view.words == invitation]
        assert page.may_go


def test_one_more_or_one_less_than_was_said_may_play_too(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "en") as evening:
        evening.go("chooser").choose_count(3)
        page = evening.go("seats")
        draft = evening.shell.draft
        for side in ("south", "north"):
            draft = draft.sit(msgspec.structs.replace(draft.newcomer(side), name=side))
        evening.shell.draft = draft
        evening.settle()
        assert page.may_go
        draft = draft.sit(msgspec.structs.replace(draft.newcomer("west"), name="west"))
        evening.shell.draft = draft
        evening.settle()
        (late,) = [spot for spot in evening.visible(PlaceSpot) if not spot.view.color]
        evening.driver.tap(late)
        evening.settle()
        assert len(evening.shell.draft.players) == 4


def test_six_names_have_room_on_every_panel(tmp_path: Path) -> None:
    for panel in ("7in", "portrait", "10in"):
        with Evening(tmp_path / panel, PANELS[panel], "fa") as evening:
            evening.go("chooser").choose("whale_riders")
            draft = evening.shell.draft
            for side, name in zip(("south", "west", "north", "east", "south", "north"), NAMES["fa"], strict=True):
                draft = draft.sit(msgspec.structs.replace(draft.newcomer(side), name=name))
            evening.shell.draft = draft
            evening.go("seats")
            assert faults(evening.driver, language="fa") == []


def test_pages_before_a_match_speak_of_the_game_that_is_chosen(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "en") as evening:
        evening.played("arnika")
        evening.go("chooser").choose("ethnos")
        assert evening.shell.game().name == "ethnos"
        assert evening.go("seats").title == evening.shell.words.text("game.name", "ethnos")


def test_the_first_letter_of_a_latin_name_is_a_capital_from_the_start(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en") as evening:
        evening.go("chooser")
        page = evening.go("seats")
        page.sit("south")
        for key in "ana":
            page._open[0][1].key(key)
        assert evening.shell.draft.players[0].name == "Ana"


@pytest.mark.parametrize("language", ["en", "fa"])
def test_who_sits_down_is_greeted_in_the_language_of_the_table(tmp_path: Path, language: str) -> None:
    with Evening(tmp_path, PANELS["7in"], language) as evening:
        evening.go("chooser")
        evening.go("seats").sit("south")
        assert evening.shell.draft.players[0].language == language
        evening.shell.language = evening.shell.other_language()
        evening.page.sit("north")
        assert evening.shell.draft.players[1].language != language


@pytest.mark.parametrize("panel", ["7in", "10in", "portrait"])
def test_a_game_that_is_left_because_of_the_number_says_for_how_many_it_is(tmp_path: Path, panel: str) -> None:
    with Evening(tmp_path, PANELS[panel], "en") as evening:
        page = evening.go("chooser")
        page.choose("arnika")
        page.choose_count(6)
        evening.settle()
        assert evening.shell.draft.game != "arnika"
        assert not page._covers["arnika"].view.fits
        said = evening.say("flow.not_for", name=page._covers["arnika"].view.title, range="2–4")
        if not page.narrow:
            assert said in " ".join(evening.written())
        assert "2–4" in evening.written()
        assert faults(evening.driver, language="en") == []
        page.choose(evening.shell.draft.game)
        page.choose_count(3)
        page.choose("arnika")
        evening.settle()
        assert said not in " ".join(evening.written())


def test_a_file_that_is_no_picture_says_so_among_the_pictures(tmp_path: Path) -> None:
    junk = tmp_path / "junk.jpg"
    junk.write_bytes(b"no picture at all")
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        evening.go("chooser").choose("arnika")
        page = evening.go("setup_board")
        page.choose_picture()
        page.ids.thumbs.paths = (junk,)
        evening.settle()
        assert evening.say("flow.board.no_image") in evening.written()
        assert faults(evening.driver, language="fa") == []


def test_a_doubtful_board_is_not_begun_as_if_all_were_well(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "en") as evening:
        evening.go("chooser").choose("arnika")
        page = evening.go("setup_board")
        page.shuffle()
        page.by_hand()
        number = next(i for i, tile in enumerate(page.draft.tiles) if tile.number not in (None, 2))
        page.draft = page.draft.number(number, 2)
        evening.settle()
        assert page.ready
        assert page.troubled
        words = evening.say("flow.board.anyway")
        assert evening.button(lambda button: button.text == words).kind == "plain"
