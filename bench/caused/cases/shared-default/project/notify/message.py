class Message:
    def __init__(self, subject, body):
        self.subject = subject
        self.body = body
        self.to = []

    def address(self, addresses):
        self.to = list(addresses)
        return self

    def size(self):
        return len(self.subject) + len(self.body)
