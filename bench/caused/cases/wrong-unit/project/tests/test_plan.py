import pytest

from roster.plan import make_plan
from roster.rules import RuleBroken, Rules
from roster.shifts import Shift, clock


def test_length():
    plan = make_plan("ada 1 08:00+7.5\nada 2 08:00+8\n")
    assert plan.hours_of("ada") == 15.5


def test_from_to():
    plan = make_plan("ada 1 08:00-16:30\n")
    assert plan.hours_of("ada") == 8.5


def test_too_long():
    with pytest.raises(RuleBroken):
        make_plan("bo 1 06:00+12\n")


def test_full_week():
    with pytest.raises(RuleBroken):
        make_plan("\n".join("cy %d 08:00+10" % day for day in range(5)))


def test_clock():
    assert clock("01:30") == 90


def test_end():
    assert Shift("ada", 1, 8, 2).end() == 10


def test_rules():
    assert Rules(8).longest_shift == 8
