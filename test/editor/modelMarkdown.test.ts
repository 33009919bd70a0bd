import assert from 'node:assert/strict';
import { comparedMarkdown } from '../../src/editor/currentRun/comparedMarkdown';
import { sentMarkdown } from '../../src/editor/currentRun/runDocuments';
import { uiTranslator } from '../../src/l10n/uiText';
import type { Run } from '../../src/runs/pure/fold/run';
import { roundsOf } from '../../src/runs/pure/fold/runTree';
import { runMarkdown } from '../../src/sharing/pure/report/runMarkdown';
import { UserError } from '../../src/system/pure/errors/userError';
import { exampleModelRun } from '../support/exampleModelRun';
import { exampleRun } from '../support/exampleRun';

const english = { id: 'en', t: uiTranslator(undefined), engineText: (text: string) => text };

function assertHolds(text: string, parts: readonly string[]): void {
	for (const part of parts) {
		assert.ok(text.includes(part), `${part} is missing in\n${text}`);
	}
}

function headings(text: string): string[] {
	return text.split('\n').filter(line => line.startsWith('#'));
}

describe('sentMarkdown', () => {
	it('holds word for word what was sent in a request, to whom, with which tools, and what came back', () => {
		const text = sentMarkdown(exampleModelRun(), { node: 'r1', request: 'r1.m1' });
		assert.deepEqual(headings(text), [
			'# Sent to gpt-test at models.example',
			'## Request 1 of round 1: choose searches',
			'### What was sent: 2 messages',
			'#### 1. system',
			'#### 2. user',
			'### What came back',
		]);
		assertHolds(text, [
			'```\nYou look for bugs.\n```',
			'- Tools offered: `search_method`',
			'- Form of the answer: native tool calls',
			"- Took: 1,300 tokens in (1,000 from the server's cache), 100 out",
			'- Failed attempt: models.example is busy.',
			'```\nThe clock looks wrong.\n```',
			'search_method {"method_name":"minutes_between"}',
		]);
	});

	it('omits messages of other branches', () => {
		const run = exampleModelRun();
		const text = sentMarkdown(run, { node: roundsOf(run).at(-1)?.id ?? assert.fail() });
		assertHolds(text, ['## Request 1 of round 2a', 'Look at the entries.', 'No answer.']);
		assert.ok(!text.includes('the answer to call a'));
	});

	it('refuses a request that is not there', () => {
		for (const ref of [{ node: 'r9' }, { node: 'run' }, { node: 'r1', request: 'r2.m1' }]) {
			assert.throws(() => sentMarkdown(exampleModelRun(), ref), UserError);
		}
	});
});

describe('runMarkdown of a run with a model', () => {
	it('holds its requests, notes, branches and what it took', () => {
		const text = runMarkdown(exampleModelRun());
		assert.deepEqual(headings(text), [
			'# Totals are wrong',
			'## Issue',
			'## Rounds',
			'### Round 1: Looked for total: 1 found',
			'### Round 2: Gave no call',
			'### Feedback after round 1',
			'### Round 2a: Round 2',
			'## Locations',
		]);
		assertHolds(text, [
			'Engine: gpt-test at models.example.',
			"Requests: 4. 2,600 tokens in (2,000 from the server's cache), 200 out, estimated.",
			'Asked the model to choose searches (1.4k tokens).',
			'> models.example is busy. The request was retried.',
			'The clock looks wrong.',
			'> Left out the 2 oldest results.',
			'> All 2 rounds are used up.',
			'Look at the entries.',
			'Provisional: the model had not finished.',
		]);
	});
});

describe('comparedMarkdown', () => {
	it('puts two runs side by side, with what both named and what only one did', () => {
		const a = exampleModelRun();
		const b = exampleRun();
		const [both, onlyA] = a.selected.locations;
		const onlyB = { ...b.selected.locations[1], id: 'tally/report.py#week', file: 'tally/report.py', method: 'week' };
		const locations = [{ ...both, startLine: 22, id: 'other' }, onlyB] as Run['selected']['locations'];
		const other: Run = { ...b, selected: { ...b.selected, locations } };
		const text = comparedMarkdown(a, other, english);
		assert.deepEqual(headings(text), ['# Compared runs', '## Named by both', '## Only in A', '## Only in B']);
		assertHolds(text.replaceAll(/ +\|/g, ' |'), [
			'| Model | gpt-test at models.example | embedded |',
			'| Rounds | 3 | 2 |',
			'| Feedback given | 1 | 0 |',
			'| Tokens | 2.8k tokens, estimated | none |',
			'| 1. **minutes_between** (tally/clock.py:21-23) | 1. **minutes_between** (tally/clock.py:22-23) |',
			`## Only in A\n\n- 2. **${onlyA?.class}.${onlyA?.method}**`,
			'## Only in B\n\n- 2. **Entry.week**',
		]);
	});

	it('keeps its table whole, whatever a model is called', () => {
		const run = exampleRun();
		const text = comparedMarkdown({ ...run, engine: 'a | b\nc' }, run, english);
		assertHolds(text.replaceAll(/ +\|/g, ' |'), ['| Model | a \\| b c | embedded |']);
	});

	it('states that nothing is in common', () => {
		const run = exampleRun();
		const nothing: Run = { ...run, selected: { ...run.selected, locations: [] } };
		assertHolds(comparedMarkdown(run, nothing, english), ['## Named by both\n\nNone.']);
	});
});
