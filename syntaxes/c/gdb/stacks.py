"""The calls that have begun in each thread and have not ended."""


class Call:
    def __init__(self, number, function, cfa, stack_pointer, called_at):
        self.number = number
        self.function = function
        # The address where the frame of its caller ends: deeper frames have lower ones.
        self.cfa = cfa
        self.stack_pointer = stack_pointer
        self.called_at = called_at
        self.shown = {}
        self.lines = 0
        self.has_lines = False
        self.last_line = 0
        self.raised = None
        # A test that it belongs to was marked as failed.
        self.is_marked = False


class Stack:
    def __init__(self, creator, begun_at):
        self.calls = []
        # Of a goroutine: the call that began it, and its line.
        self.creator, self.begun_at = creator, begun_at
        self.is_over = False
        # Of an exception on its way: the line and the values of each call that it may end, and its type and text.
        self.pending = None

    def ended(self, cfa):
        """Takes off and returns the calls deeper than a frame, the deepest first: an exception ended them."""
        found = []
        while self.calls and self.calls[-1].cfa < cfa:
            found.append(self.calls.pop())
        return found
