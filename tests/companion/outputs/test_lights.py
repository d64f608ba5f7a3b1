"""What the seat lights say, from the news alone."""

import msgspec
import pytest

from companion.events import Called, Closed, Question, Undo
from companion.game import Asked, Line, Seat, Who
from companion.games.arnika import actions as act
from companion.games.arnika.state import Phase
from companion.outputs.lights import COLORS, Lights, chair, patterns
from hardware.lights import Pattern
from tests.companion.outputs.table_of import Evening

OFF, SOLID, BREATHING, BLINK = Pattern.OFF, Pattern.SOLID, Pattern.BREATHING, Pattern.DOUBLE_BLINK


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    evening.begin()
    yield evening
    evening.store.close()


def said(evening):
    return patterns(evening.snapshot, evening.game)


def test_who_is_to_act_is_solid_and_who_is_next_breathes_also_in_the_snake_of_the_set_up(evening):
    for _ in range(30):
        state, lights = evening.snapshot.state, said(evening)
        if evening.snapshot.standing.active == (state.turn,) and not state.offers:
            assert lights[state.turn] is SOLID
            following = evening.game.following(state)
            if following != state.turn:
                assert lights[following] is BREATHING
            assert list(lights.values()).count(SOLID) == 1
        before = state.turn
        evening.play()
        after = evening.snapshot.state
        if after.turn != before and not state.offers:
            assert lights[after.turn] is BREATHING, "who breathed came next"


def test_who_must_act_in_anothers_turn_blinks_twice(evening):
    evening.play(5000, until=lambda s: s.state.phase is Phase.DISCARD and s.standing.active != (s.state.turn,))
    state, lights = evening.snapshot.state, said(evening)
    assert state.phase is Phase.DISCARD
    for seat in evening.snapshot.standing.active:
        assert lights[seat] is (SOLID if seat == state.turn else BLINK)


def test_who_is_asked_a_question_blinks_twice_and_stops_when_it_is_answered(evening):
    turn = evening.snapshot.state.turn
    other = Seat((turn + 2) % 4)
    question = Question("q1", "undo", other, Line.of("question.undo", who=Who(turn), n=1, first=1))
    asked = msgspec.structs.replace(evening.snapshot, questions=(question,))
    assert patterns(asked, evening.game)[other] is BLINK
    assert said(evening)[other] is OFF


def test_who_may_accept_an_offer_blinks_twice(evening):
    evening.play(20_000, until=lambda s: bool(s.state.offers))
    state = evening.snapshot.state
    assert state.offers
    blinking = {seat for seat, pattern in said(evening).items() if pattern is BLINK}
    assert blinking == {s for s in state.offers[0].asked if isinstance(evening.game.interpret(state, press(s)), TRADE)}
    assert blinking


TRADE = act.AcceptTrade


def press(seat):
    from companion.game import ButtonPressed

    return ButtonPressed(seat)


def test_at_the_end_the_winners_alone_are_lit(evening):
    standing = msgspec.structs.replace(evening.snapshot.standing, over=True, winners=(Seat(2),))
    over = msgspec.structs.replace(evening.snapshot, standing=standing)
    assert patterns(over, evening.game) == {Seat(0): OFF, Seat(1): OFF, Seat(2): SOLID, Seat(3): OFF}


def test_the_observer_lights_the_chair_in_the_colour_of_the_pieces(tmp_path):
    evening, lit = Evening(tmp_path), {}
    evening.table.watch(Lights(lambda where, pattern, color: lit.__setitem__(where, (pattern, color))))
    evening.begin()
    for _ in range(40):
        evening.play()
        lights = said(evening)
        assert lit == {chair(p): (lights[p.seat], COLORS[p.color]) for p in evening.match.players}
    evening.store.close()


def test_when_the_match_leaves_the_table_every_light_goes_out(tmp_path):
    evening, lit = Evening(tmp_path), {}
    observer = Lights(lambda where, pattern, color: lit.__setitem__(where, pattern))
    evening.table.watch(observer)
    evening.begin()
    assert SOLID in lit.values()
    observer(Closed("m1"))
    assert set(lit.values()) == {OFF}
    evening.store.close()


def test_the_seat_that_calls_the_staff_blinks_twice_until_they_have_come(tmp_path):
    evening, lit = Evening(tmp_path), {}
    observer = Lights(lambda where, pattern, color: lit.__setitem__(where, pattern))
    evening.table.watch(observer)
    evening.begin()
    before = dict(lit)
    player = next(p for p in evening.match.players if lit[chair(p)] is OFF)
    observer(Called(player.seat))
    assert lit == {**before, chair(player): BLINK}
    evening.play()
    assert lit[chair(player)] is BLINK, "whatever happens at the table"
    observer(Called(None))
    assert lit == {chair(p): said(evening)[p.seat] for p in evening.match.players}
    evening.store.close()


def test_an_undo_that_needs_consent_blinks_at_the_seat_that_is_asked(tmp_path):
    evening, lit = Evening(tmp_path), {}
    evening.table.watch(Lights(lambda where, pattern, color: lit.__setitem__(where, pattern)))
    evening.begin()
    first = evening.snapshot.state.turn
    evening.play(2)
    other = evening.snapshot.state.turn
    assert other != first
    evening.table.take(Asked(Undo(other)))
    assert [question.seat for question in evening.snapshot.questions] == [first]
    assert lit[chair(evening.match.player(first))] is BLINK
    evening.store.close()
