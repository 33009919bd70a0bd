import assert from 'node:assert/strict';
import type { NamedTest } from '../../../src/runs/pure/model/issue';
import type { TestResult } from '../../../src/runs/pure/model/testing/testReport';
import { matchTest } from '../../../src/testing/pure/findTest';

/** The file is what is before `::`, and after the name of a project, unless it is a package. */
function results(ids: readonly string[]): TestResult[] {
	return ids.map(id => {
		const start = id.slice(0, id.indexOf('::')).replace(/^\w+: /, '');
		return { id, ...(start.includes('.') && { file: start }), outcome: 'failed' };
	});
}

describe('the test that the Testing view names', () => {
	interface Example {
		readonly what: string;
		readonly named: Partial<NamedTest>;
		readonly ids: readonly string[];
		/** Absent: none is used. */
		readonly found?: string;
	}
	const examples: readonly Example[] = [
		{
			what: 'one case of a parametrized test, by labels',
			named: { names: ['tests', 'test_a.py', 'TestA', 'test_b', '[2-2::x]'], file: 'tests/test_a.py' },
			ids: ['tests/test_a.py::TestA::test_b[1-x]', 'tests/test_a.py::TestA::test_b[2-2::x]'],
			found: 'tests/test_a.py::TestA::test_b[2-2::x]',
		},
		{
			what: "by an id that ends with the runner's",
			named: { id: '/home/me/shop/test_a.py::test_b[2]', names: ['[2]'], file: 'test_a.py' },
			ids: ['test_a.py::test_b[1]', 'test_a.py::test_b[2]', 'a.py::test_b[2]'],
			found: 'test_a.py::test_b[2]',
		},
		{
			what: 'no case where all of a parametrized test are meant',
			named: { names: ['test_a.py', 'test_b'], file: 'test_a.py' },
			ids: ['test_a.py::test_b[1]', 'test_a.py::test_b[2]'],
		},
		{
			what: 'in nested groups, of which others have the same last name',
			named: { names: ['cart.test.js', 'Cart', 'adding', 'adds 1 > 0'], file: 'cart.test.js' },
			ids: ['cart.test.js::adds 1 > 0', 'cart.test.js::Cart > adds 1 > 0', 'cart.test.js::Cart > adding > adds 1 > 0'],
			found: 'cart.test.js::Cart > adding > adds 1 > 0',
		},
		{
			what: 'outside of groups of the same last name',
			named: { names: ['cart.test.js', 'adds'], file: 'cart.test.js' },
			ids: ['cart.test.js::Cart > adds', 'cart.test.js::adds'],
			found: 'cart.test.js::adds',
		},
		{
			what: 'of a subclass, not of the class it is written in',
			named: { names: ['test_a.py', 'TestSub', 'test_b'], file: 'test_a.py' },
			ids: ['test_a.py::TestBase::test_b', 'test_a.py::TestSub::test_b'],
			found: 'test_a.py::TestSub::test_b',
		},
		{
			what: 'not that of another class, where its own is not there',
			named: { names: ['test_a.py', 'TestSub', 'test_b'], file: 'test_a.py' },
			ids: ['test_a.py::TestBase::test_b'],
		},
		{
			what: 'by its name alone, where no suite is named',
			named: { names: ['test_b'], file: 'test_a.py' },
			ids: ['test_a.py::TestBase::test_a', 'test_a.py::TestBase::test_b'],
			found: 'test_a.py::TestBase::test_b',
		},
		{
			what: 'in its file, where another has the same name',
			named: { names: ['alone'], file: 'test/other.test.js' },
			ids: ['test/cart.test.js::alone', 'test/other.test.js::alone'],
			found: 'test/other.test.js::alone',
		},
		{
			what: 'in none of two files, where its own is not known',
			named: { names: ['alone'] },
			ids: ['test/cart.test.js::alone', 'test/other.test.js::alone'],
		},
		{
			what: 'where the runner knows no files',
			named: { names: ['shop', 'cart_test.go', 'TestCounts', 'two_(2)'], file: 'cart/cart_test.go' },
			ids: ['shop/cart::TestCounts', 'shop/cart::TestCounts/one', 'shop/cart::TestCounts/two_(2)'],
			found: 'shop/cart::TestCounts/two_(2)',
		},
		{
			what: 'of several projects, whose names begin the ids',
			named: { names: ['test_b()'], file: 'a.py' },
			ids: ['pytest: a.py::test_b', 'pytest: a.py::test_c'],
			found: 'pytest: a.py::test_b',
		},
		{ what: 'not by a name without letters', named: { names: ['::'] }, ids: ['a.py::'] },
	];
	for (const { what, named, ids, found } of examples) {
		it(`is the one ${what}`, () => {
			const match = matchTest({ id: '1', names: [], ...named }, results(ids));
			assert.equal('id' in match ? match.id : undefined, found);
		});
	}

	it('is not used, for a reason, where it is not known for sure or not there', () => {
		const named = { id: '1', names: ['cart', 'alone'] };
		const match = (ids: readonly string[]) => matchTest(named, results(ids));
		assert.deepEqual(match(['a.js::alone', 'b.js::alone']), {
			problem: 'The failed test "cart › alone" is not known for sure: it could be a.js::alone, b.js::alone.',
		});
		assert.deepEqual(match([]), {
			problem: 'The failed test "cart › alone" was not found among the tests that Faultline can run.',
		});
	});
});
