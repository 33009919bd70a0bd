import unittest


class OtherTest(unittest.TestCase):
    def test_alone(self):
        pass
