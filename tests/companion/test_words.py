import os
from pathlib import Path

import pytest

from companion import locale
from companion.game import Counted, Line, Seat, Who, Word
from companion.locale import FSI, LRI, PDI, Catalogue, MissingWords, base_direction, digits

HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=({});\\n"\n\n'
)
WORDS = {
    "en": """
msgid "got"
msgstr "{who} gets {what}"
msgid "rate"
msgstr "{give}:{take}, {change}"
msgid "cards"
msgid_plural "cards"
msgstr[0] "one card"
msgstr[1] "{n} cards"
msgid "word.hotel"
msgid_plural "word.hotel"
msgstr[0] "hotel"
msgstr[1] "hotels"
msgid "word.coin"
msgid_plural "word.coin"
msgstr[0] "coin"
msgstr[1] "coins"
""",
    "fa": """
msgid "got"
msgstr "{who} {what} می‌گیرد"
msgid "rate"
msgstr "نرخ {give}:{take}، {change}"
msgid "cards"
msgstr "{n} کارت"
msgid "word.hotel"
msgstr "هتل"
msgid "word.coin"
msgstr "سکه"
""",
}
NAMES = {Seat(0): "Kaveh 2", Seat(1): "مینا"}


@pytest.fixture
def toy_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for language, words in WORDS.items():
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        plural = "n > 1" if language == "fa" else "n != 1"
        (folder / "toy.po").write_text(HEADER.format(plural) + words, encoding="utf-8")
    monkeypatch.setattr(locale, "_extra", [tmp_path])
    locale.reload_catalogues()
    yield tmp_path
    locale.reload_catalogues()


@pytest.mark.usefixtures("toy_words")
def test_counted_things_are_listed_as_people_say_them():
    line = Line.of("got", who=Who(Seat(1)), what=(Counted(2, Word("word.hotel")), Counted(1, Word("word.coin"))))
    assert Catalogue("fa", NAMES).say(line, "toy") == "مینا ۲ هتل و ۱ سکه می‌گیرد"
    assert Catalogue("en", NAMES).say(line, "toy") == f"{FSI}مینا{PDI} gets 2 hotels and 1 coin"


@pytest.mark.usefixtures("toy_words")
def test_a_foreign_name_is_isolated_and_keeps_its_own_digits():
    line = Line.of("got", who=Who(Seat(0)), what="x9")
    assert Catalogue("fa", NAMES).say(line, "toy") == f"{FSI}Kaveh 2{PDI} {FSI}x9{PDI} می‌گیرد"


@pytest.mark.usefixtures("toy_words")
def test_ratios_and_signed_numbers_are_isolated_left_to_right():
    line = Line.of("rate", give=3, take=1, change=-2)
    assert Catalogue("fa").say(line, "toy") == f"نرخ {LRI}۳:۱{PDI}، {LRI}−۲{PDI}"
    assert Catalogue("en").say(line, "toy") == "3:1, −2"


@pytest.mark.usefixtures("toy_words")
def test_the_fact_n_chooses_the_plural():
    assert [Catalogue("en").text("cards", "toy", n=n) for n in (0, 1, 2)] == ["0 cards", "one card", "2 cards"]
    assert [Catalogue("fa").text("cards", "toy", n=n) for n in (1, 12)] == ["۱ کارت", "۱۲ کارت"]


@pytest.mark.usefixtures("toy_words")
def test_compiled_catalogues_say_the_same_and_an_older_one_is_not_believed(toy_words: Path):
    before = Catalogue("en").text("cards", "toy", n=5)
    assert locale.compile_catalogues(toy_words) == 2
    locale.reload_catalogues()
    assert Catalogue("en").text("cards", "toy", n=5) == before
    po = toy_words / "en" / "LC_MESSAGES" / "toy.po"
    po.write_text(po.read_text().replace("{n} cards", "{n} leaves"))

    os.utime(po, (po.stat().st_mtime + 60,) * 2)
    locale.reload_catalogues()
    assert Catalogue("en").text("cards", "toy", n=5) == "5 leaves"


def test_a_missing_key_raises_in_tests_and_shows_its_last_part_in_production(caplog: pytest.LogCaptureFixture):
    with pytest.raises(MissingWords, match=r"no\.such_thing"):
        Catalogue("fa", strict=True).text("no.such_thing")
    assert Catalogue("fa", strict=False).text("no.such_thing") == "such thing"
    assert "no.such_thing" in caplog.text


@pytest.mark.parametrize(
    ("text", "persian"),
    [
        ("12", "۱۲"),
        ("+5", f"{LRI}+۵{PDI}"),
        ("3:1", f"{LRI}۳:۱{PDI}"),
        ("14:35", f"{LRI}۱۴:۳۵{PDI}"),
        ("2.5", f"{LRI}۲٫۵{PDI}"),
        ("2026-11-29", f"{LRI}۲۰۲۶-۱۱-۲۹{PDI}"),
        ("40%", f"{LRI}۴۰٪{PDI}"),
        ("۷", "۷"),
        ("sudo apt install python3-lgpio", "sudo apt install python3-lgpio"),
        ("docs/pi2.md، سطر 3", "docs/pi2.md، سطر ۳"),
        ("1280x800 با 4 جا", "1280x800 با ۴ جا"),
    ],
)
def test_digits_are_persian_for_the_eye_only(text: str, persian: str):
    assert digits(text, "fa") == persian
    assert digits(text, "en") == text


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("سلام Kaveh", "rtl"),
        ("Kaveh سلام", "ltr"),
        (f"{FSI}Kaveh{PDI} سلام", "rtl"),
        (f"{FSI}مینا{PDI}", "rtl"),
        ("12", "ltr"),
    ],
)
def test_direction_is_that_of_the_first_strong_letter_outside_isolates(text: str, direction: str):
    assert base_direction(text) == direction


@pytest.mark.parametrize(
    ("terms", "said"), [("revised", "4 airplanes and 1 factory"), ("classic", "4 lumber and 1 wool")]
)
def test_counted_resources_are_plural_where_english_wants_it(terms: str, said: str) -> None:
    cards = (Counted(4, Word("word.airplane")), Counted(1, Word("word.factory")))
    line = Line.of("log.Discard", seat=Who(Seat(0)), cards=cards)
    words = Catalogue("en", {Seat(0): "Ali"}, terms=terms)
    assert words.say(line, "arnika") == f"Ali returns {said}"
