import assert from 'node:assert/strict';
import type { PatchedFile } from '../../../../src/runs/pure/model/patch';
import { judgePatches } from '../../../support/judgedPatches';
import { patchOf } from '../../../support/patchRun';
import { provenEvents, selectAmong, voteFor } from '../../../support/selectAmong';
import { TestFolder } from '../../../support/testFolder';

/** A small project with a bug and its tests. */
interface Buggy {
	readonly name: string;
	readonly files: Readonly<Record<string, string>>;
	readonly code: string;
	readonly test: string;
	/** Of the code: the fix, and what breaks something else. */
	readonly fix: readonly [old: string, fresh: string];
	readonly breaking: readonly [old: string, fresh: string];
	/** At the beginning of the code: it cannot be loaded, or ends the process. Of the test: it is left out. */
	readonly crash: string;
	readonly end: string;
	readonly skip: string;
	/** At its end: changes nothing. */
	readonly padding: string;
	/** Ends the name of the test that it breaks. */
	readonly broken: string;
}

const projects: readonly Buggy[] = [
	{
		name: 'unittest',
		files: {
			'slots.py': 'def first(items):\n    return items[1]\n\n\ndef last(items):\n    return items[-1]\n',
			'tests/__init__.py': '',
			'tests/test_slots.py':
				'import unittest\nfrom slots import first, last\n\n\nclass SlotsTest(unittest.TestCase):\n    def test_first(self):\n        self.assertEqual(first([1, 2]), 1)\n\n    def test_last(self):\n        self.assertEqual(last([1, 2, 3]), 3)\n',
		},
		code: 'slots.py',
		test: 'tests/test_slots.py',
		fix: ['items[1]', 'items[0]'],
		breaking: ['items[-1]', 'items[-2]'],
		crash: 'import faultline_no_such_module\n',
		end: 'import os\nos._exit(0)\n',
		skip: 'import unittest\nraise unittest.SkipTest("later")\n',
		padding: '\n\npadding = [\n    1,\n    2,\n]\n',
		broken: '::test_last',
	},
	{
		name: 'node:test',
		files: {
			'package.json': '{ "scripts": { "test": "node --test" } }\n',
			'slots.js': 'exports.first = items => items[1];\nexports.last = items => items.at(-1);\n',
			'test/slots.test.js':
				"const assert = require('node:assert');\nconst test = require('node:test');\nconst { first, last } = require('../slots');\n\ntest('first', () => assert.equal(first([1, 2]), 1));\ntest('last', () => assert.equal(last([1, 2, 3]), 3));\n",
		},
		code: 'slots.js',
		test: 'test/slots.test.js',
		fix: ['items[1]', 'items[0]'],
		breaking: ['at(-1)', 'at(-2)'],
		crash: "require('faultline-no-such-module');\n",
		end: 'process.exit(0);\n',
		skip: 'process.exit(0);\n',
		padding: '\nconst padding = [\n\t1,\n\t2,\n];\nvoid padding;\n',
		broken: 'last',
	},
];

describe('patches that pass the reproducer and are wrong', () => {
	const scratch = new TestFolder();

	for (const { name, files, code, test, fix, breaking, crash, end, skip, padding, broken } of projects) {
		it(`are rejected by the project's own tests, and the right one is selected: ${name}`, async () => {
			scratch.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`workspace/${path}`, text])));
			const before = files[code] ?? '';
			const fixed = before.replace(...fix);
			const changed = (after: string): PatchedFile => ({ path: code, before, after });
			const tests = files[test] ?? '';
			const patches = [
				patchOf('breaks', changed(fixed.replace(...breaking))),
				patchOf('padded', changed(fixed + padding)),
				patchOf('hides', changed(fixed.replace(...breaking)), { path: test, before: tests, after: skip + tests }),
				patchOf('right', changed(fixed)),
				patchOf('crashes', changed(crash + fixed)),
				patchOf('empties', changed(end + fixed)),
			];
			const { runs, workspace } = await judgePatches(scratch.path('workspace'), scratch.path('storage'), patches);
			const ran = new Map(patches.map(({ id }, at) => [id, runs[at]]));
			const why = JSON.stringify(runs.map(each => each.why));
			for (const id of ['breaks', 'hides', 'crashes', 'empties']) {
				assert.equal(ran.get(id)?.verdict, 'failed', `${id}: ${why}`);
				assert.ok(
					ran.get(id)?.tests?.broken.some(each => each.id.endsWith(broken)),
					`${id}: ${why}`,
				);
			}
			assert.deepEqual([ran.get('right')?.verdict, ran.get('padded')?.verdict], ['passed', 'passed'], why);
			const alone = await selectAmong(workspace, provenEvents(patches, ran));
			assert.deepEqual(alone.ids.slice(0, 2), ['right', 'padded']);
			const votes = [voteFor('padding'), voteFor('padding'), '?'];
			const voted = await selectAmong(workspace, provenEvents(patches, ran), votes);
			assert.deepEqual([voted.ids[0], voted.why], ['padded', '2 of 2 votes prefer it: because of padding']);
		});
	}
});
