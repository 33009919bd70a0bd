class TooManyRecipients(Exception):
    pass


class DuplicateRecipient(Exception):
    pass


class Outbox:
    def __init__(self, limit=20):
        self.limit = limit
        self.sent = []

    def check(self, message):
        if len(message.to) > self.limit:
            raise TooManyRecipients(message.subject)
        seen = set()
        for address in message.to:
            if address in seen:
                raise DuplicateRecipient("%s gets %r twice" % (address, message.subject))
            seen.add(address)

    def send(self, message):
        self.check(message)
        self.sent.append(message)
