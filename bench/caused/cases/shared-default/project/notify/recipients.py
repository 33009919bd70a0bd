def addresses_of(people, found=[]):
    """The addresses of those who want messages, in order."""
    for person in people:
        if not person.muted:
            found.append(person.address)
    return found


def recipients_of(team, with_parents):
    if not with_parents:
        return addresses_of(team.members)
    everyone = []
    for step in team.chain():
        everyone.extend(step.members)
    return addresses_of(everyone)
