import { plain } from '../../../../code/pure/search/names/nearNames';
import { isName, isPath, type NamedPlace, namedPlaces } from '../../../../localizer/pure/resolve/namedPlaces';
import { jsonExcerpt } from '../../../../models/pure/reply/jsonExcerpt';
import type { ReadReport } from '../../../../models/pure/tools/toolset';
import { isRecord } from '../../../../system/pure/fields';

type Part = 'file' | 'classes' | 'methods' | 'lines' | 'endLine' | 'intendedBehavior' | 'cause';

/** Keys without case, blanks and underscores. */
const parts: Readonly<Record<Part, readonly string[]>> = {
	file: ['file', 'filepath', 'path', 'filename', 'files'],
	classes: ['class', 'classname', 'classes'],
	methods: ['method', 'methodname', 'methods', 'function', 'functionname', 'functions', 'func'],
	lines: ['lines', 'line', 'linenumber', 'linenumbers', 'startline', 'linestart', 'linerange', 'lineranges'],
	endLine: ['endline', 'lineend'],
	intendedBehavior: [
		'intendedbehavior',
		'intendedbehaviour',
		'expectedbehavior',
		'expectedbehaviour',
		'behavior',
		'description',
		'expected',
	],
	cause: ['cause', 'rootcause', 'justification', 'reason', 'why'],
};
/** Keys under which models put a list of places, without case, blanks and underscores. */
export const listKeys = ['buglocations', 'buglocation', 'locations'];

/**
 * Places as JSON gives them: objects, paths or names alone, or objects with a path for a key; one or a list. `label`
 * names the element in problems: `bug_locations[1]`.
 */
export function jsonPlaces(value: unknown, label: string): ReadReport<NamedPlace> {
	if (value === undefined || value === null || value === '') {
		return {};
	}
	if (Array.isArray(value)) {
		return mergedPlaces(value.map((each, at) => jsonPlaces(each, `${label}[${at}]`)));
	}
	if (isRecord(value)) {
		return Object.keys(value).length === 0 ? {} : objectPlaces(value, label);
	}
	return typeof value === 'string' ? textPlaces(value, label) : notAPlace(value, label);
}

/** Whether an object has any of a place's keys. */
export function isPlaceObject(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).some(key => ['file', 'classes', 'methods'].includes(partOf(key) ?? ''));
}

function objectPlaces(value: Readonly<Record<string, unknown>>, label: string): ReadReport<NamedPlace> {
	const inner = Object.entries(value).find(([key]) => listKeys.includes(plain(key)));
	if (inner !== undefined) {
		return jsonPlaces(inner[1], label);
	}
	if (!isPlaceObject(value)) {
		const isMap = Object.entries(value).every(([key, each]) => isPath(key) && isRecord(each));
		return isMap
			? mergedPlaces(
					Object.entries(value).map(([file, each]) => ({ ...jsonPlaces({ file, ...asRecord(each) }, label) })),
				)
			: notAPlace(value, label);
	}
	const wrong = Object.entries(value).filter(
		([key, each]) => !['lines', 'endLine', undefined].includes(partOf(key)) && !isText(each),
	);
	if (wrong.length > 0) {
		const problems = wrong.map(([key, each]) => `${label}: ${key} must be text, not ${jsonExcerpt(each)}.`);
		return { problems };
	}
	const report = namedPlaces({
		file: textsOf(value, 'file').join(' '),
		classes: textsOf(value, 'classes'),
		methods: textsOf(value, 'methods'),
		lines: linesText(value),
		intendedBehavior: textsOf(value, 'intendedBehavior').join(' '),
		cause: textsOf(value, 'cause').join(' '),
	});
	return report.length > 0
		? { report }
		: { problems: [`${label}: none of file, class and method is given; at least one must be.`] };
}

function mergedPlaces(parts: readonly ReadReport<NamedPlace>[]): ReadReport<NamedPlace> {
	return {
		report: parts.flatMap(({ report = [] }) => report),
		problems: parts.flatMap(({ problems = [] }) => problems),
	};
}

function textPlaces(text: string, label: string): ReadReport<NamedPlace> {
	if (isPath(text)) {
		return { report: namedPlaces({ file: text, classes: [], methods: [], intendedBehavior: '' }) };
	}
	return isName(text)
		? { report: namedPlaces({ classes: [], methods: [text], intendedBehavior: '' }) }
		: notAPlace(text, label);
}

function notAPlace(value: unknown, label: string): ReadReport<NamedPlace> {
	return { problems: [`${label}: ${jsonExcerpt(value)} is no place. Give an object with file, class or method.`] };
}

/** The values of all keys for the part; numbers as text, absent values left out. */
function textsOf(value: Readonly<Record<string, unknown>>, part: Part): string[] {
	return valuesOf(value, part).map(String);
}

function valuesOf(value: Readonly<Record<string, unknown>>, part: Part): unknown[] {
	return Object.entries(value)
		.filter(([key]) => partOf(key) === part)
		.flatMap(([, each]) => (Array.isArray(each) ? each : [each]))
		.filter(each => each !== null && each !== undefined && each !== '');
}

/** A first and a last line, two numbers in a list, or a list of lines, ranges as text, pairs and `{start, end}`. */
function linesText(value: Readonly<Record<string, unknown>>): string {
	const [last] = textsOf(value, 'endLine');
	const ranges = valuesOf(value, 'lines').map(each =>
		typeof each === 'object' && each !== null
			? Object.values(each)
					.filter(line => typeof line === 'number' || typeof line === 'string')
					.join('-')
			: String(each),
	);
	const isPair = ranges.length === 2 && ranges.every(each => /^\d+$/.test(each));
	return last === undefined ? ranges.join(isPair ? '-' : ', ') : `${ranges[0] ?? last}-${last}`;
}

function partOf(key: string): Part | undefined {
	const shape = plain(key);
	return partNames.find(part => parts[part].includes(shape));
}

const partNames: readonly Part[] = ['file', 'classes', 'methods', 'lines', 'endLine', 'intendedBehavior', 'cause'];

/** Text, a number, nothing, or a list of these. */
function isText(value: unknown): boolean {
	return Array.isArray(value) ? value.every(isText) : typeof value !== 'object' || value === null;
}

function asRecord(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}
