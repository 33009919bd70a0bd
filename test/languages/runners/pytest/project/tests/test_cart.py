import pytest

from shop.cart import total


def test_adds():
    assert total([1, 2]) == 3


def test_fails():
    assert total([1, 2]) == 4


@pytest.mark.skip(reason='not yet')
def test_later():
    assert False


class TestCart:
    @pytest.mark.parametrize('count, name', [(1, 'one item'), (2, '2::x')])
    def test_counts(self, count, name):
        assert total([1] * count) == 1


@pytest.fixture
def broken():
    yield
    raise RuntimeError('cannot close')


def test_teardown(broken):
    pass
