import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { readInstances } from '../../../../src/research/node/batches/instances';
import { TestFolder } from '../../../support/testFolder';

describe('instances', () => {
	const folder = new TestFolder();
	const read = (content: string | Uint8Array) => {
		folder.write({ 'in/issues.json': content });
		return readInstances(folder.path('in', 'issues.json'));
	};
	const rows = [
		{ instance_id: 'b-2', repo: 'o/b', base_commit: 'c2', problem_statement: 'Two\n', hints_text: '', patch: 'x' },
		{ instance_id: 'b-1', repo: 'o/b', base_commit: 'c1', problem_statement: 'One' },
		{ id: 'plain', issue: 'Three', folder: '../code' },
	];
	const lines = rows.map(row => `${JSON.stringify(row)}\n`).join('\n');

	for (const [what, content] of [
		['lines', lines],
		['a list', JSON.stringify(rows, undefined, 2)],
		['gzipped lines', gzipSync(lines)],
	] as const) {
		it(`are read from ${what}, those of a repository together`, () => {
			assert.deepEqual(read(content), [
				{ id: 'plain', issue: 'Three', code: { folder: folder.path('code') }, row: rows[2] },
				{ id: 'b-1', issue: 'One', code: { repo: 'o/b', commit: 'c1' }, row: rows[1] },
				{ id: 'b-2', issue: 'Two\n', code: { repo: 'o/b', commit: 'c2' }, row: rows[0] },
			]);
		});
	}

	const wrong: [what: string, content: string, message: RegExp][] = [
		['no JSON', '{"id": 1', /issues\.json, line 1 is not JSON/],
		['a number', '[1]', /entry 1 is not a JSON object/],
		['no id', '{"issue": "x", "folder": "."}', /issue 1 has no "instance_id" or "id"\./],
		['an empty issue', '{"id": "a", "issue": " ", "folder": "."}', /issue 1 has no "problem_statement" or "issue"\./],
		['no code', '{"id": "a", "issue": "x"}', /issue 1 has no "repo" or "folder"\./],
		['no commit', '{"id": "a", "issue": "x", "repo": "o/b"}', /issue 1 has no "base_commit"\./],
		['a path as repository', '{"id": "a", "issue": "x", "repo": "../b"}', /"\.\.\/b" is not a repository/],
		['an id twice', `${lines}${JSON.stringify(rows[0])}`, /two issues with the id b-2/],
		['nothing', '\n', /contains no issue/],
	];
	for (const [what, content, message] of wrong) {
		it(`are refused with ${what}`, () => {
			assert.throws(() => read(content), { name: 'UserError', message });
		});
	}
});
