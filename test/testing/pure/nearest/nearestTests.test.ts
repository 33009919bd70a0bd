import assert from 'node:assert/strict';
import type { CommitIndex } from '../../../../src/history/pure/index/commitIndex';
import { nearestTests, type TestedCode } from '../../../../src/testing/pure/nearest/nearestTests';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const files = {
	'orm/sql/query.py': 'class Query:\n    def mask(self):\n        pass\n',
	'orm/forms.py': '',
	'tests/queries/test_query.py': 'from orm.sql import query\n',
	'tests/test_defer.py': 'def test_only():\n    assert item.only("select_related").mask()\n',
	'tests/test_forms.py': 'from orm import forms\n',
	'tests/test_mail.py': 'import smtplib\n',
};

async function nearTo(code: TestedCode, history?: Readonly<Record<string, readonly string[]>>, most = 10) {
	const workspace = await memoryWorkspace(files);
	const commits = Object.values(history ?? {});
	const index = { all: () => commits.keys(), pathsOf: (at: number) => commits[at] } as unknown as CommitIndex;
	const known = history && { history: { readyIndex: async () => index } as never };
	return (await nearestTests({ ...workspace, ...known }, code, { most })).map(({ path }) => path);
}

describe('the nearest tests', () => {
	const places = [{ path: 'orm/sql/query.py', names: ['mask', 'Query'] }];

	it('are named like the code and load it, then those that name its functions', async () => {
		assert.deepEqual(await nearTo({ places }), ['tests/queries/test_query.py', 'tests/test_defer.py']);
		assert.deepEqual(await nearTo({ places }, undefined, 1), ['tests/queries/test_query.py']);
	});

	it('have the words of the issue, the rarer the better', async () => {
		const [form] = [{ path: 'orm/other.py', names: [] }];
		const text = 'only() with select_related raises, import or not';
		assert.deepEqual(await nearTo({ places: [form], text }), ['tests/test_defer.py']);
	});

	it('were changed together with the code, in commits of few files', async () => {
		const together = { a: ['orm/other.py', 'tests/test_mail.py'], b: ['orm/forms.py', 'tests/test_forms.py'] };
		const many = { c: ['orm/other.py', 'tests/test_forms.py', ...Array.from({ length: 40 }, (_, at) => `${at}.py`)] };
		const near = await nearTo({ places: [{ path: 'orm/other.py', names: [] }] }, { ...together, ...many });
		assert.deepEqual(near, ['tests/test_mail.py']);
	});

	it('are none where nothing is near', async () => {
		assert.deepEqual(await nearTo({ places: [{ path: 'docs/conf.py', names: ['setup'] }] }), []);
	});
});
