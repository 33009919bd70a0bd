import type { JsonLinesReport, TestEvent } from '../../../code/pure/languages/runnerData';
import type { TestResult } from '../../../runs/pure/model/testing/testReport';
import { fillText } from '../../../sandbox/pure/execution/placeholders';
import { type Fields, fieldsOf } from '../../../system/pure/fields';
import { BoundedText } from '../../../system/pure/text/boundedText';
import type { ReportedTest, TestResults } from './testResults';

/** Reads a JSON object on each line. Lines in another form, such as a torn last one, are left out. */
export function readJsonLines(text: string, data: JsonLinesReport, results: TestResults): undefined {
	const printed = new Map<string, BoundedText>();
	const notLoaded = data.notLoaded === undefined ? undefined : new RegExp(data.notLoaded);
	const noise = data.noise === undefined ? undefined : new RegExp(data.noise);
	for (const line of text.split('\n')) {
		const fields = parsed(line);
		const unloaded = fields === undefined ? notLoaded?.exec(line)?.groups?.id : undefined;
		if (unloaded !== undefined) {
			results.add({ event: 'notLoaded', id: unloaded, message: line });
		}
		const event = fields && eventNamed(fields[data.event ?? 'event'], data.events);
		const id = fields && textOf(data.id ?? '{id}', fields);
		const group = fields === undefined || id !== undefined ? undefined : data.group && textOf(data.group, fields);
		const owner = id ?? group;
		if (fields === undefined) {
			continue;
		}
		if (event === 'finished') {
			results.isFinished = true;
		} else if (event === 'planned') {
			results.nPlanned += Number.isSafeInteger(fields.total) ? Number(fields.total) : 0;
		} else if (event !== undefined && owner !== undefined) {
			const test = testOf(fields, event === 'started' ? undefined : printed.get(owner)?.text(), noise);
			if (id !== undefined) {
				results.add({ ...test, event, id });
			} else {
				endGroup(results, { ...test, event, id: owner });
			}
			printed.delete(owner);
		} else if (owner !== undefined && data.output !== undefined) {
			const known = printed.get(owner) ?? new BoundedText(mostOutput);
			known.add(stringOf(fields[data.output]) ?? '');
			printed.set(owner, known);
		}
	}
	return undefined;
}

/** Of one test, in characters. */
const mostOutput = 20_000;

function testOf({ file, message, trace }: Fields, output: string | undefined, noise: RegExp | undefined) {
	const first = output?.split('\n').find(line => line.trim() !== '' && noise?.test(line) !== true);
	return {
		file: stringOf(file),
		message: stringOf(message) ?? first?.trim(),
		trace: stringOf(trace) ?? output,
	};
}

function endGroup(results: TestResults, group: ReportedTest): void {
	if (group.event === 'started') {
		return;
	}
	results.isFinished = true;
	const isOwn = ({ id, outcome }: TestResult) => outcome === 'failed' && id.startsWith(group.id);
	if (group.event === 'failed' && ![...results.tests, ...results.running].some(isOwn)) {
		results.add({ ...group, event: 'notLoaded' });
	}
}

function parsed(line: string): Fields | undefined {
	if (!line.startsWith('{')) {
		return undefined;
	}
	try {
		return fieldsOf(JSON.parse(line));
	} catch {
		return undefined;
	}
}

/** Undefined if a field is missing. */
function textOf(template: string, fields: Fields): string | undefined {
	const text = fillText(template, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')));
	return text.includes('{') && /\{[A-Za-z]+\}/.test(text) && missesField(template, fields) ? undefined : text;
}

function missesField(template: string, fields: Fields): boolean {
	const names = template.match(/\{[A-Za-z]+\}/g) ?? [];
	return names.some(name => typeof fields[name.slice(1, -1)] !== 'string' || fields[name.slice(1, -1)] === '');
}

const eventNames: readonly string[] = ['started', 'passed', 'failed', 'skipped', 'notLoaded', 'planned', 'finished'];

function eventNamed(value: unknown, events: JsonLinesReport['events']): TestEvent | undefined {
	if (typeof value !== 'string') {
		return undefined;
	}
	const named = events === undefined ? value : Object.hasOwn(events, value) ? events[value] : undefined;
	return eventNames.includes(named ?? '') ? (named as TestEvent) : undefined;
}

function stringOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
