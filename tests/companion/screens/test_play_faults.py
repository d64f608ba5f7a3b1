"""What went wrong with other programs at real tables, and is right here. Each name is a promise; what is promised
elsewhere by name (facing sheets, one language a seat, pauses, sounds, undo) is not said again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import picture
from flowing import Evening
from looks import faults
from moments import arnika
from PIL import Image, ImageChops, ImageStat
from playing import Played

from companion.events import SIDES
from companion.game import Seat
from companion.screens import text
from companion.screens.bootstrap import PANELS, Panel, display_size, window_size
from companion.screens.seat_sheet import SeatSheet
from companion.screens.table_map import TableMap
from companion.screens.theme import theme
from companion.screens.widgets.sentence import Sentence

SCREENS = Path(__file__).parents[3] / "companion" / "screens"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Played]:
    played = arnika(tmp_path, "play")
    yield played
    played.close()


# ---------------------------------------------------------------------------------------------- the flat shared screen


@pytest.mark.ui
def test_which_side_of_the_table_is_whose_is_chosen_on_a_map_at_the_start(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en") as evening:
        evening.go("chooser")
        page = evening.go("seats")
        page.sit("south")
        evening.driver.settle(0.35)
        shown = next(w for w in next(evening.visible(SeatSheet)).walk() if isinstance(w, TableMap))
        page._open[0][1].change(side="west")
        evening.settle()
        assert [player.side for player in evening.shell.draft.players] == ["west"]
        assert page._open[0][0].side == "west"
        assert set(shown.view.free) <= set(SIDES)


@pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
@pytest.mark.parametrize("language", ["fa", "en"])
def test_scores_stand_in_plain_figures_of_twelve_millimetres(panel: Panel, language: str) -> None:
    was = theme.density
    theme.use_density(panel.density)
    try:
        part = text.PERSIAN_DIGIT if language == "fa" else text.LATIN_DIGIT
        assert theme.px("score", persian=language == "fa") * part / panel.density >= 11.5
        latin = {text.width(digit * 2, theme.px("score"), 800) for digit in "0123456789"}
        assert len(latin) == 1, "figures of one width: a score does not jump when it grows"
    finally:
        theme.use_density(was)


@pytest.mark.ui
def test_one_reader_alone_reads_the_panel_and_nothing_puts_the_screen_to_sleep(tmp_path: Path) -> None:
    from kivy.config import Config

    assert len(Config.options("input")) == 1
    assert Config.getint("graphics", "allow_screensaver") == 0
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        evening.shell.night.dark = True
        evening.driver.frames(2)
        assert picture(evening.driver).getcolors() == [(800 * 480, (0, 0, 0))], "dark is drawn, not switched"
        evening.shell.night.wake()
        evening.driver.frames(2)
        assert len(picture(evening.driver).getcolors(800 * 480) or ()) > 10


@pytest.mark.ui
def test_the_screen_never_sleeps_in_the_next_match_either(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        evening.end("arnika")
        evening.page.again()
        evening.until_page("setup_board")
        evening.page.shuffle()
        evening.page.play()
        evening.until_page("match")
        evening.shell.night._falls(0.0)
        assert not evening.shell.night.dark


@pytest.mark.ui
def test_while_the_screen_is_wiped_nothing_reacts_until_the_lock_is_held(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "en") as evening:
        evening.go("staff_page")
        evening.tap("sponge")
        cleaning = evening.shell.cleaning
        assert evening.say("flow.cleaning").split(".")[0] in " ".join(evening.written())
        for x, y in ((60, 60), (400, 240), (700, 420)):
            evening.driver.tap_at(x, y)
        wipe = evening.driver.press(400, 240)
        evening.driver.settle(0.3)
        evening.driver.move(wipe, 700, 240)
        evening.driver.settle(1.5)
        evening.driver.lift(wipe)
        assert cleaning.on
        assert evening.shell.page_name == "staff_page"
        finger = evening.driver.press(400, 240)
        evening.driver.until(lambda: not cleaning.on)
        evening.driver.lift(finger)
        assert evening.shell.page_name == "staff_page"


# ---------------------------------------------------------------------------------------------- language


@pytest.mark.ui
def test_persian_is_wrapped_first_and_shaped_after() -> None:
    words = "هر کس لبهٔ جلوی خودش را لمس می‌کند؛ آنچه باز می‌شود رو به خودش و به زبان خودش است"
    rows = text.wrap(words, 40, 500, 420)
    assert len(rows) > 2
    assert " ".join(rows) == words, "lines stand in the order of the text"
    whole = text._draw(rows, 40, 500, "right", 420, text.LEADING)
    first = text._draw(rows[:1], 40, 500, "right", 420, text.LEADING)
    high = round(40 * text.LEADING)
    assert whole.crop((0, 0, whole.width, high)).getbbox() == first.crop((0, 0, first.width, high)).getbbox()


def test_persian_letters_join_and_figures_keep_their_order() -> None:
    assert text.width("سلام", 60) < 0.8 * sum(text.width(letter, 60) for letter in "سلام")
    one, twelve, other = (_inked(digits) for digits in ("۱", "۱۲", "۲۱"))
    assert _unlike(one, twelve) < 0.5 * _unlike(one, other), "twelve begins with one, and is read from the left"


def _inked(digits: str) -> Image.Image:
    drawn = text._draw((digits,), 60, 500, "left", None, 1.3).getchannel("A")
    return drawn.crop((drawn.getbbox()[0], 0, drawn.width, drawn.height))


def _unlike(one: Image.Image, other: Image.Image) -> float:
    """How different the place of the first figure looks, 0..255."""
    box = (0, 0, one.getbbox()[2], one.height)
    return float(ImageStat.Stat(ImageChops.difference(one.crop(box), other.crop(box))).mean[0])


def test_no_screen_turns_its_digits_persian_by_itself() -> None:
    """One function does it for the eye; what is stored and exported keeps ASCII."""
    signs = set("۰۱۲۳۴۵۶۷۸۹")
    found = [
        f"{path.name}:{node.lineno}"
        for path in SCREENS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and signs & set(node.value)
        and path.name not in ("text.py", "keyboards.py", "digits.py") and not node.value.startswith(("\n", " "))
        and len(node.value) <= 3
    ]  # fmt: skip
    assert found == []


# ---------------------------------------------------------------------------------------------- players


@pytest.mark.ui
def test_who_takes_a_seat_over_keeps_its_score_turn_and_record(table: Played) -> None:
    turn = Seat(table.state.turn)
    before = table.table.snapshot
    assert before is not None
    table.page.open_seat(turn)
    table.driver.settle(0.4)
    table.driver.tap(table.sheet(turn).other)
    table.driver.settle(0.4)
    sheet = table.sheet(turn)
    for key in "سارا":
        sheet.key(key)
    sheet.key("done")
    table.driver.frames(3)
    after = table.table.snapshot
    assert after is not None
    assert after.match.player(turn).name == "سارا"
    assert after.standing.scores == before.standing.scores
    assert after.state == before.state
    assert table.page.seat_view(turn).name == "سارا"


# ---------------------------------------------------------------------------------------------- time


@pytest.mark.ui
def test_time_is_a_quiet_ring_that_counts_up_and_no_figure_counts_down(table: Played) -> None:
    turn = Seat(table.state.turn)
    written = [piece.text for widget in table.driver.walk() for piece in getattr(widget, "written", ())]
    shown = []
    for seconds in (0.0, 30.0, 60.0, 10_000.0):
        table.page._turn_began = (turn, table.page._used(turn) - seconds)
        table.page.refresh()
        table.driver.frames(2)
        shown.append(table.page.seat_view(turn).clock)
    assert shown == sorted(shown)
    assert shown[0] < shown[1] < shown[2]
    assert Seat(table.state.turn) == turn
    after = [piece.text for widget in table.driver.walk() for piece in getattr(widget, "written", ())]
    assert after == written, "a ring says it; no figure runs"


# ---------------------------------------------------------------------------------------------- how it is looked at


@pytest.mark.ui
def test_a_bare_numeral_in_the_middle_of_a_flat_table_is_found(table: Played) -> None:
    assert faults(table.driver) == []
    table.page.ids.middle.add_widget(Sentence(text="۶۷", size=(100, 60), pos=(250, 150)))
    table.driver.frames(3)
    assert any("bare numeral" in fault for fault in faults(table.driver))


def test_a_window_is_no_larger_than_the_display_that_it_opens_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert window_size((800, 480)) == (800, 480)
    assert window_size((720, 1280)) == (720, 1280)
    assert window_size((1920, 1080)) == window_size(None) == (1280, 800)
    assert display_size() == (1920, 1280), "as the tests' own display is"
    monkeypatch.setenv("DISPLAY", ":1999")
    display_size()  # a display that is not there is no mistake
