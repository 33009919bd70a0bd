class Person:
    def __init__(self, name, address, muted=False):
        self.name = name
        self.address = address
        self.muted = muted


class Team:
    def __init__(self, name, members, parent=None):
        self.name = name
        self.members = members
        self.parent = parent

    def chain(self):
        """The team and all above it, from the bottom."""
        team = self
        while team is not None:
            yield team
            team = team.parent
