"""Sounds: which news is worth one; and that playing never stands in anybody's way."""

import subprocess
import sys
import threading
import wave
from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from companion.events import Called, Happened, Health, Refused
from companion.game import Line, Refusal, Seat, Throw
from companion.games.arnika import actions as act
from companion.games.arnika.state import Phase
from companion.outputs.sound import NAMES, Player, Sounds, cue, softened
from tests.companion.outputs.table_of import Evening
from tests.hardware.patience import eventually

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.store.close()


def test_a_turn_a_seven_and_an_offer_are_heard(evening):
    heard = []
    evening.table.watch(Sounds(lambda name, volume: heard.append(name), volume=0.5))
    evening.begin()
    assert heard == []
    evening.play(100, until=lambda s: s.state.phase is Phase.ROLL)
    assert "turn" in heard
    heard.clear()
    evening.ask(act.Roll(evening.snapshot.state.turn, Throw(7, (3, 4))))
    assert heard == ["seven"]
    before = len(heard)
    evening.play(20_000, until=lambda s: bool(s.state.offers) or "offer" in heard)
    assert len(heard) >= before


def test_at_volume_nothing_nothing_is_played(evening):
    heard = []
    evening.table.watch(Sounds(lambda name, volume: heard.append(name), volume=0.0))
    evening.begin()
    evening.play(200)
    assert heard == []


def test_the_end_is_heard_once(evening):
    news, heard = [], []
    evening.table.watch(news.append)
    evening.begin()
    evening.play(2)
    last = next(told for told in reversed(news) if isinstance(told, Happened))
    standing = msgspec.structs.replace(last.snapshot.standing, over=True, winners=last.snapshot.standing.active)
    won = msgspec.structs.replace(last, snapshot=msgspec.structs.replace(last.snapshot, standing=standing))
    sounds = Sounds(lambda name, volume: heard.append(name), volume=1.0)
    for told in (last, won, won):
        sounds(told)
    assert heard == ["win"]


def test_a_refusal_and_a_store_that_fails_are_warnings_and_a_missing_button_is_none():
    assert cue(Refused(Refusal("not_now"), None, "touch"), None, None) == "warning"
    assert cue(Health("store", False, Line("x")), None, None) == "warning"
    assert cue(Health("store", True, Line("x")), None, None) is None
    assert cue(Health("seat 1", False, Line("x")), None, None) is None


def test_a_call_for_the_staff_is_heard_and_its_end_is_not():
    assert cue(Called(Seat(1)), None, None) == "warning"
    assert cue(Called(None), None, None) is None


@pytest.mark.parametrize("name", NAMES)
def test_every_sound_is_short_quiet_and_soft_at_both_ends(name):
    loudest = []
    for volume in (1.0, 0.5, 0.0):
        with wave.open(BytesIO(softened(name, volume))) as sound:
            assert sound.getnframes() / sound.getframerate() < 1.0
            samples = memoryview(sound.readframes(sound.getnframes())).cast("h")
        assert abs(samples[0]) < 200
        assert abs(samples[-1]) < 200
        loudest.append(max(map(abs, samples)))
    assert 0 < loudest[0] <= 0.36 * 32767
    assert loudest[1] == pytest.approx(loudest[0] / 4, abs=2)
    assert loudest[2] == 0


def test_the_script_makes_the_sounds_that_are_shipped(tmp_path):
    subprocess.run([sys.executable, ROOT / "scripts" / "make_sounds", tmp_path], check=True, capture_output=True)
    for name in NAMES:
        shipped = ROOT / "companion" / "assets" / "sounds" / f"{name}.wav"
        assert (tmp_path / f"{name}.wav").read_bytes() == shipped.read_bytes(), name


def test_the_player_hands_the_softened_sound_to_its_command(tmp_path):
    target = tmp_path / "heard.wav"
    player = Player((sys.executable, "-c", f"import sys; open({str(target)!r}, 'wb').write(sys.stdin.buffer.read())"))
    player.start()
    player.play("turn", 0.5)
    assert eventually(lambda: target.exists() and target.read_bytes() == softened("turn", 0.5))
    player.stop()
    assert player.fault == ""


def test_a_player_without_a_loudspeaker_says_so_and_blocks_nobody():
    player = Player((sys.executable, "-c", "import sys; sys.exit('no sound card')"))
    player.start()
    for _ in range(50):
        player.play("turn", 0.5)
    assert eventually(lambda: player.fault == "no sound card")
    assert not player.health(0.5).well
    assert player.health(0.0).well
    player.stop()


def test_a_player_that_is_not_installed_says_so():
    player = Player(("no-such-player",))
    player.play("turn", 0.5)
    assert "no-such-player" in player.fault
    assert threading.active_count() >= 1
    assert msgspec.structs.asdict(player.health(1.0))["part"] == "sound"
