from notify.message import Message
from notify.recipients import recipients_of


class Alerts:
    def __init__(self, outbox):
        self.outbox = outbox

    def raise_alert(self, team, text, severe=False):
        subject = ("ALERT: " if severe else "notice: ") + text
        message = Message(subject, "team " + team.name)
        self.outbox.send(message.address(recipients_of(team, severe)))

    def sent_subjects(self):
        return [message.subject for message in self.outbox.sent]
