/** A small project with everything that a structure index gets wrong; the rows below name its parts. */
export const projectP: Readonly<Record<string, string>> = {
	'pkg/base.py': `class Base:
    def shared(self):
        return 'base'

    def deep(self):
        return 'deep'
`,
	'pkg/a.py': `from pkg import base


class Outer(base.Base):
    """The outer class.

    More of it.
    """

    x: int = 1
    y = 2

    class Inner:
        def run(self):
            return 1

    @property
    def val(self):
        return self._val

    @val.setter
    def val(self, value):
        self._val = value

    async def fetch(self):
        return await self.other()

    def one(self): return 1

    def with_helper(self, a,
                    b=None):
        def helper():
            return a
        return helper()

    def outer_only(self):
        return 'outer'


class Child(Outer):
    @staticmethod
    def outer_only():
        return 'child'

    def plain(self):
        return 'plain'


class Tiny: pass


class NoDoc:
    @staticmethod
    def first():
        return 1


async def top_async():
    return 2


def top():
    return 3


last = top()
`,
	'pkg/myutils.py': `class Meta:
    def __init__(self):
        self.level = 0

    def zero(self):
        return 0


class A:
    class Meta:
        ordering = ['a']

        def first(self):
            return 1


class B:
    class Meta:
        def second(self):
            return 2
`,
	'pkg/utils.py': `def tool():
    return 'utils'


LIMIT = 10
`,
	'pkg/other/utils.py': `def tool():
    return 'other utils'
`,
	'pkg/test_a.py': `def test_plain():
    plain()


def plain():
    return 'in a test'
`,
	'pkg/tests/test_b.py': 'def test_b():\n    return top()\n',
	'pkg/b_test.py': 'def test_c():\n    return top()\n',
	'pkg/old.py': 'print "two"\n\ndef still_here():\n    return 1\n',
	'README.md': '# Project P\n\nThe LIMIT is ten.\n',
};
