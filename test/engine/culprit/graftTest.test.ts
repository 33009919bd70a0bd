import assert from 'node:assert/strict';
import { LanguageTable } from '../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../src/code/pure/definitions/sourceParser';
import { graftTest } from '../../../src/engine/culprit/graftTest';
import { installedGrammars } from '../../support/grammars';

const parser = new SourceParser(installedGrammars());
const parts = { parser, languages: new LanguageTable(parser.languages) };

const today = `from shop import new

class CartTest:
    def test_old(self):
        assert new()

    @slow
    def test_total(self):
        assert total() == 2
`;

describe('graftTest', () => {
	const grafted = (id: string, then: string, file = 'test_cart.py', now = today) =>
		graftTest({ id, file, today: now }, then, parts);

	it('replaces the test of this name, and maps its lines', async () => {
		const then =
			'class CartTest:\n    def test_total(self):\n        pass\n\n    def test_other(self):\n        pass\n';
		const { text, toToday } = (await grafted('test_cart.py::CartTest::test_total', then)) ?? assert.fail();
		assert.equal(
			text,
			'class CartTest:\n    @slow\n    def test_total(self):\n        assert total() == 2\n\n    def test_other(self):\n        pass\n',
		);
		assert.equal(4 + toToday, 9);
	});

	it('adds it to its class, whatever follows', async () => {
		const then = 'class CartTest:\n    def test_other(self):\n        pass\n\nclass Next:\n    x = 1\n';
		const { text, toToday } = (await grafted('test_cart.py::CartTest::test_total', then)) ?? assert.fail();
		assert.match(text, /pass\n\n {4}@slow\n {4}def test_total\(self\):\n {8}assert total\(\) == 2\n\nclass Next/);
		const line = text.split('\n').indexOf('        assert total() == 2') + 1;
		assert.equal(line + toToday, 9);
	});

	it('adds it before the end of a class that is closed by a brace', async () => {
		const now = 'class CartTest {\n  testTotal() {\n    check(2);\n  }\n}\n';
		const { text } =
			(await grafted('CartTest::testTotal', 'class CartTest {\n  a() {}\n}\n', 'cart.test.js', now)) ?? assert.fail();
		assert.equal(text, 'class CartTest {\n  a() {}\n\n  testTotal() {\n    check(2);\n  }\n}\n');
	});

	it('knows the case of a parametrized test, and no test in a class that was not there yet', async () => {
		const now = 'def test_a(n):\n    assert n\n';
		assert.match(
			(await grafted('test_a.py::test_a[1-2]', 'x = 1\n', 'test_a.py', now))?.text ?? '',
			/x = 1\n\n?\ndef test_a/,
		);
		assert.equal(await grafted('test_cart.py::CartTest::test_total', 'x = 1\n'), undefined);
		assert.equal(await grafted('test_cart.py::CartTest::test_gone', 'x = 1\n'), undefined);
	});
});
