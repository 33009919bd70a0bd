import assert from 'node:assert/strict';
import { issueFromText } from '../../../../src/runs/pure/model/issueFromText';

describe('issueFromText', () => {
	const source = { kind: 'file', ref: 'ISSUE.md' } as const;
	const cases: [text: string, title: string][] = [
		['# Crash on start #\n\nIt crashes.', 'Crash on start'],
		['\n \r\n  Crash on start  \r\nmore', 'Crash on start'],
		['<!-- Please search\nfirst -->\n## Crash', 'Crash'],
		['---\n***\n> ### Crash', 'Crash'],
		['#1234 crashes', '#1234 crashes'],
		['C# crashes', 'C# crashes'],
		['起動時にクラッシュ', '起動時にクラッシュ'],
		[`${'long '.repeat(100)}`, `${'long '.repeat(39)}long…`],
	];
	for (const [text, title] of cases) {
		it(`takes "${title.slice(0, 30)}" for the title and keeps the text unchanged`, () => {
			assert.deepEqual(issueFromText(text, source), { title, body: text, source });
		});
	}

	for (const text of ['', ' \n\t\n', '<!-- only a comment -->', '<!-- never closed', '# \n---\n']) {
		it(`finds no issue in ${JSON.stringify(text)}`, () => {
			assert.equal(issueFromText(text, source), undefined);
		});
	}
});
