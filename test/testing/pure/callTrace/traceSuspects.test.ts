import assert from 'node:assert/strict';
import type { Spectrum } from '../../../../src/runs/pure/model/testing/spectrum';
import { tracedLines } from '../../../../src/runs/pure/model/testing/tracedSuspect';
import type { CallTrace, TracedCall } from '../../../../src/testing/pure/callTrace/callTrace';
import { traceReport } from '../../../../src/testing/pure/callTrace/traceReport';
import { traceText } from '../../../../src/testing/pure/callTrace/traceText';
import { valueSlice } from '../../../../src/testing/pure/callTrace/valueSlice';

const code = `
def test_late():
    shift = read('08:00-16:30')
    plan(shift)

def read(text):
    return Shift(span(text))

def span(text):
    return text[0] - text[1]

def plan(shift):
    if shift.hours > 10:
        raise ValueError

class Shift:
    def __init__(self, hours):
        self.hours = hours
`.split('\n');
const textOf = (_file: string, line: number) => code[line - 1] ?? '';

type Given = Partial<TracedCall> & Pick<TracedCall, 'id' | 'parent' | 'line' | 'name'>;

function call(given: Given, ran: readonly number[], result?: string): TracedCall {
	const last = ran.at(-1) ?? 0;
	return {
		...{ file: given.parent === 0 ? 'test_plan.py' : 'plan.py', calledAt: 0, args: {} },
		lines: ran.map(line => ({ line, changed: {} })),
		...(result !== undefined && { end: { order: 10 - given.id, line: last, result, changed: {} } }),
		...given,
	};
}

const raised = { line: 14, type: 'ValueError', text: '', values: { shift: 'Shift(hours=510)' } };
const failing: CallTrace = {
	test: 'test_late',
	calls: [
		call({ id: 1, parent: 0, line: 2, name: 'test_late', raised: { ...raised, line: 4 } }, [3, 4]),
		call({ id: 2, parent: 1, calledAt: 3, line: 6, name: 'read', args: { text: "'08:00-16:30'" } }, [7], 'Shift()'),
		call({ id: 3, parent: 2, calledAt: 7, line: 9, name: 'span', args: { text: "'08:00-16:30'" } }, [10], '510'),
		call({ id: 4, parent: 2, calledAt: 7, line: 17, name: 'Shift.__init__', args: { hours: '510' } }, [18], 'None'),
		call(
			{ id: 5, parent: 1, calledAt: 4, line: 12, name: 'plan', args: { shift: 'Shift(hours=510)' }, raised },
			[13, 14],
		),
	],
};
const passing: CallTrace = {
	test: 'test_early',
	calls: [
		call({ id: 1, parent: 0, line: 30, name: 'test_early' }, [31], 'None'),
		call({ id: 2, parent: 1, line: 17, name: 'Shift.__init__', args: { hours: '8' } }, [18], 'None'),
		call({ id: 3, parent: 1, line: 12, name: 'plan', args: { shift: 'Shift(hours=8)' } }, [13], 'None'),
	],
};
const ground = { textOf, isTest: (file: string) => file.startsWith('test_') };

describe('The suspects of a failing run', () => {
	it('are linked to the failing line along members, arguments and results', () => {
		const lines = valueSlice(failing, textOf).lines.map(({ call: { name }, line, how }) => `${how} ${name}:${line}`);
		assert.deepEqual(lines.slice(0, 2), ['raised plan:14', 'branch plan:13']);
		assert.ok(lines.includes('wrote Shift.__init__:18'), lines.join('\n'));
		assert.ok(lines.includes('gave read:7'), lines.join('\n'));
		assert.ok(lines.includes('returned span:10'), lines.join('\n'));
	});

	it('are first what made the values, and not what only raised or passed them on', () => {
		const { suspects } = traceReport(failing, [passing], ground);
		assert.deepEqual(
			suspects.map(({ name }) => name),
			['read', 'span', 'plan', 'Shift.__init__'],
		);
		const [read, span, plan, init] = suspects;
		assert.match(read?.evidence[0] ?? '', /^Called Shift\.__init__ with hours = 510 \(line 7\), of which/);
		assert.match(span?.evidence[0] ?? '', /^Returned 510 \(line 10\), of which/);
		assert.equal(plan?.evidence.at(-1), 'Raised here: ValueError: .');
		assert.ok(init?.evidence.includes('Run by 1 of 1 failing and 1 of 1 passing tests.'));
		assert.equal(
			suspects.some(({ file }) => file === 'test_plan.py'),
			false,
		);
	});

	it('are ranked by the coverage of all tests where it was measured, the more of them fail the more by it alone', () => {
		const place = { file: 'plan.py', startLine: 17, endLine: 18, method: '__init__', class: 'Shift' };
		const suspect = { ...place, score: 1, nFailing: 9, nPassing: 0, lines: [{ line: 18, score: 1 }] };
		const spectrum: Spectrum = {
			...{ formula: 'ochiai', nFailing: 9, nPassing: 4, per: 'test', measuredBy: 'coverage.py', suspects: [suspect] },
		};
		const [first] = traceReport(failing, [passing], { ...ground, spectrum }).suspects;
		assert.equal(first?.name, 'Shift.__init__');
		assert.ok(first.evidence.includes('Run by 9 of 9 failing and 0 of 4 passing tests.'));
	});

	it('stay in their order as the localizer gets them, and are in the report', () => {
		const report = traceReport(failing, [passing], ground);
		const lines = tracedLines(report.suspects);
		assert.deepEqual(
			lines.map(({ line, isTraced }) => [line, isTraced]),
			report.suspects.map(({ line }) => [line, true]),
		);
		assert.ok(lines.every(({ score = 0 }) => score > 0));
		assert.match(traceText(report, textOf), /\nSuspects, by [^\n]+\n {2}1\. read \(plan\.py:6\)\n {5}Called Shift/);
	});

	it('are only functions that made the values, without a run that passes', () => {
		// It ran, but made nothing that the failing line reads.
		const other = call({ id: 6, parent: 1, calledAt: 2, line: 22, name: 'count' }, [23], '0');
		const report = traceReport({ ...failing, calls: [...failing.calls, other] }, [], ground);
		const made = report.suspects.filter(({ features }) => features.made > 0);
		assert.ok(made.length > 0 && made.length < report.suspects.length);
		const proven = tracedLines(report.suspects).filter(({ isTraced }) => isTraced);
		assert.equal(proven.length, made.length);
		const shown = [...traceText(report, textOf).matchAll(/^ {2}\d+\. (.+) \(/gm)].map(([, name]) => name);
		assert.deepEqual(
			shown,
			made.map(({ name }) => name),
		);
	});

	it('are empty where nothing of the project ran', () => {
		const { suspects } = traceReport({ test: 'a', calls: [] }, [], ground);
		assert.deepEqual(suspects, []);
	});
});
