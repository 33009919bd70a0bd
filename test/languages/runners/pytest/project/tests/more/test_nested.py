class TestNested:
    class TestInner:
        def test_deep(self):
            assert True
