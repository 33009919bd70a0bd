import pytest

from notify.alerts import Alerts
from notify.message import Message
from notify.outbox import Outbox, TooManyRecipients
from notify.people import Person, Team


@pytest.fixture
def alerts():
    return Alerts(Outbox())


def test_one_alert(alerts):
    team = Team("ops", [Person("Ada", "ada@x"), Person("Bo", "bo@x", muted=True)])
    alerts.raise_alert(team, "disk full")
    assert alerts.sent_subjects() == ["notice: disk full"]


def test_two_alerts(alerts):
    team = Team("web", [Person("Cy", "cy@x")])
    alerts.raise_alert(team, "slow")
    alerts.raise_alert(team, "down", severe=True)
    assert len(alerts.sent_subjects()) == 2


def test_muted_team(alerts):
    alerts.raise_alert(Team("db", [Person("Di", "di@x", muted=True)]), "idle")
    assert alerts.sent_subjects() == ["notice: idle"]


def test_limit():
    outbox = Outbox(limit=1)
    with pytest.raises(TooManyRecipients):
        outbox.send(Message("a", "b").address(["x", "y"]))


def test_size():
    assert Message("ab", "c").size() == 3
