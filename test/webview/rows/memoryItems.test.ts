import assert from 'node:assert/strict';
import type { RememberedPart } from '../../../src/runs/pure/events/memoryEvents';
import type { RunEvent, RunEventBody } from '../../../src/runs/pure/events/runEvent';
import { rootNode } from '../../../src/runs/pure/fold/run';
import { foldRun } from '../../../src/runs/pure/fold/runFold';
import { nodeItems } from '../../../src/webview/rows/nodeItems';
import { flattenTree } from '../../../src/webview/tree/flattenTree';
import { viewOfRun } from '../../support/viewOfRun';
import { rowsText } from '../rowsText';

const text = 'Found it.\n\n<file>a.py</file> <func>run</func>\n<code>\n1 def run():\n</code>';
const part = { kind: 'code', name: 'run', place: { file: 'a.py', startLine: 1, endLine: 1 }, start: 0 } as const;

function call(id: string, tool: string): RunEventBody[] {
	return [
		{ type: 'toolCalled', call: id, tool, args: { symbol: id } },
		{ type: 'toolAnswered', call: id, ok: true, text, places: [], scope: 'in the files in memory' },
		{
			...{ type: 'remembered', call: id, scope: 'in the files in memory' },
			parts: [
				{ ...part, end: text.length, tokens: 1200 },
				{ kind: 'text', name: '', start: text.length, end: text.length, tokens: 30 },
			],
		},
	];
}

const parts: RememberedPart[] = [
	{ kind: 'commit', name: '0123456789abcdef', title: 'fix the drain', isWhole: true, start: 0, end: 1, tokens: 90 },
	{ kind: 'text', name: '', place: { file: 'a.py', startLine: 3, endLine: 9 }, start: 1, end: 2, tokens: 20 },
	{ ...part, end: 3, tokens: 40 },
	{ kind: 'text', name: '', start: 3, end: 4, tokens: 10 },
];

function itemsAfter(...events: readonly RunEventBody[]): string[] {
	const issue = { title: 'It fails', body: '', source: { kind: 'text' } } as const;
	const round = { type: 'nodeOpened', parent: 'n1', key: 'round', kind: 'round', title: 'Round 1' } as const;
	const all: [node: string, body: RunEventBody][] = [
		[rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'm', workspace: [], version: '0' }],
		['n1', { type: 'nodeOpened', parent: rootNode, key: 't', kind: 'trajectory', title: 'Trajectory 1' }],
		['n2', round],
		...events.map((body): [string, RunEventBody] => ['n2', body]),
	];
	const run = foldRun(all.map(([node, body], at) => ({ v: 2, seq: at + 1, at, node, ...body }) as RunEvent));
	const items = nodeItems(viewOfRun(run, { detail: 'full' }))('locate');
	const toggles = Object.fromEntries(items.flatMap(({ children }) => children).map(({ id }) => [id, true]));
	const rows = rowsText(flattenTree(items, { ...toggles, 'memory:n2:p': true }));
	return rows.slice(rows.findIndex(row => row.includes('Working Memory')));
}

describe('the rows of a working memory', () => {
	it('show what each result costs, where it was searched, and notes', () => {
		assert.deepEqual(itemsAfter(...call('f', 'search_definition'), { type: 'noteTaken', text: 'It is here.' }), [
			'  - Working Memory: 1 result, 1.2k tokens',
			'    + search_definition("f"), in the files in memory, 1.2k tokens',
			'    . Note: It is here.',
		]);
	});

	it('show what each part of a result is, and that one is cut off', () => {
		const rows = itemsAfter(
			{ type: 'toolCalled', call: 'p', tool: 'look', args: { query: 'p' } },
			{ type: 'toolAnswered', call: 'p', ok: true, text: 'abcd', places: [] },
			{ type: 'remembered', call: 'p', parts },
			{ type: 'memoryFitted', closed: [], shortened: [{ call: 'p', part: 2, nCharacters: 400, tokens: 5 }] },
		);
		assert.deepEqual(rows, [
			'  - Working Memory: 1 result, 125 tokens',
			'    - look("p"), cut off, 125 tokens',
			'      . commit 0123456789, fix the drain, 90 tokens',
			'      . a.py:3-9, 20 tokens',
			'      . run, a.py:1, cut off, 5 tokens',
			'      . other text, 10 tokens',
		]);
	});

	it('shorten a long call', () => {
		const [, row = ''] = itemsAfter(...call('f'.repeat(500), 'search_code'));
		assert.match(row, /search_code\("f{90,120}…, in the files in memory, 1\.2k tokens$/);
	});

	it('show what is closed, pinned, and shown above', () => {
		const rows = itemsAfter(
			...call('f', 'search_definition'),
			...call('g', 'search_code'),
			{ type: 'memoryChanged', change: 'pinned', by: 'user', parts: [{ call: 'f' }] },
			{ type: 'memoryChanged', change: 'closed', by: 'model', parts: [{ call: 'g', part: 1 }] },
		);
		assert.deepEqual(rows, [
			'  - Working Memory: 2 results, 1.2k tokens',
			'    + search_definition("f"), in the files in memory, pinned, 1.2k tokens',
			'    + search_code("g"), in the files in memory, closed',
		]);
	});
});
