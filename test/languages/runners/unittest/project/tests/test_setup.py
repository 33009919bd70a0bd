import unittest


def setUpModule():
    raise RuntimeError('no database')


class SetupTest(unittest.TestCase):
    def test_never(self):
        pass
