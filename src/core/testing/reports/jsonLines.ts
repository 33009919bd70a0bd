import { fillText } from '../../execution/placeholders';
import { BoundedText } from '../../util/boundedText';
import type { JsonLinesReport, TestEvent } from '../runnerData';
import type { TestResults } from './testResults';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a JSON object on each line. Lines in another form, such as a torn last one, are left out. */
export function readJsonLines(text: string, data: JsonLinesReport, results: TestResults): undefined {
	const { id: idOf = '{id}', event: eventOf = 'event', events, output } = data;
	const printed = new Map<string, BoundedText>();
	for (const line of text.split('\n')) {
		const fields = fieldsOf(line);
		if (fields === undefined) {
			continue;
		}
		const id = textOf(idOf, fields);
		const event = eventNamed(fields[eventOf], events);
		if (event === 'finished') {
			results.isFinished = true;
		} else if (event === 'planned') {
			results.nPlanned += Number.isSafeInteger(fields.total) ? Number(fields.total) : 0;
		} else if (id !== undefined && event !== undefined) {
			const kept = event === 'started' ? undefined : printed.get(id);
			const { file, message, trace } = fields;
			results.add({
				...{ event, id },
				file: stringOf(file),
				message: stringOf(message) ?? (kept && firstLine(kept.text())),
				trace: stringOf(trace) ?? kept?.text(),
			});
			printed.delete(id);
		} else if (id !== undefined && output !== undefined) {
			const part = stringOf(fields[output]) ?? '';
			const known = printed.get(id) ?? new BoundedText(mostOutput);
			known.add(part);
			printed.set(id, known);
		}
	}
	return undefined;
}

/** Of one test, in characters. */
const mostOutput = 20_000;

function fieldsOf(line: string): Fields | undefined {
	if (!line.startsWith('{')) {
		return undefined;
	}
	try {
		const fields: unknown = JSON.parse(line);
		return typeof fields === 'object' && fields !== null ? (fields as Fields) : undefined;
	} catch {
		return undefined;
	}
}

/** Undefined where a field is missing. */
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

function firstLine(text: string): string {
	return text.trim().split('\n', 1)[0] ?? '';
}
