import { callbackText } from '../../../runs/pure/model/symbol';

/**
 * A place as a model names it, not yet checked against the workspace. At least one of file, class and method is given.
 */
export interface NamedPlace {
	readonly file?: string;
	readonly class?: string;
	/** `method`, or `Class.method` if the model wrote it so. */
	readonly method?: string;
	/** 1-based, inclusive. */
	readonly startLine?: number;
	readonly endLine?: number;
	/** Empty if the model gave none. */
	readonly intendedBehavior: string;
	/** Why the bug is there. */
	readonly cause?: string;
}

/** The fields of a place, as a model gave them: names may be lists, quoted, called, or words for `nothing`. */
export interface PlaceFields {
	readonly file?: string;
	readonly classes: readonly string[];
	readonly methods: readonly string[];
	/** One or more ranges: `12`, `12-20, 30`. */
	readonly lines?: string;
	readonly intendedBehavior: string;
	readonly cause?: string;
}

/** No path, and no list of names, is longer. */
const lengthLimit = 1000;

/**
 * One place for each method, or else for each class, or else for the file, and for each range of lines; none if nothing
 * is named.
 */
export function namedPlaces(fields: PlaceFields): NamedPlace[] {
	const path = readPath(fields.file ?? '');
	const ranges = readRanges(fields.lines ?? '');
	const lines = ranges.length > 0 ? ranges : [path.lines];
	return lines.flatMap(range => placesWithLines(fields, path.file, range));
}

function placesWithLines(
	{ classes, methods, intendedBehavior, cause = '' }: PlaceFields,
	file: string,
	range: LineRange | undefined,
): NamedPlace[] {
	const base = {
		...(file === '' ? {} : { file }),
		...range,
		intendedBehavior: intendedBehavior.trim(),
		...(cause.trim() === '' ? {} : { cause: cause.trim() }),
	};
	const classNames = classes.flatMap(readNames);
	const methodNames = methods.flatMap(readNames);
	if (methodNames.length > 0) {
		return methodNames.map(name => ({
			...base,
			...methodIn(name, classNames.length === 1 ? classNames[0] : undefined),
		}));
	}
	if (classNames.length > 0) {
		return classNames.map(name => ({ ...base, class: name }));
	}
	return file === '' ? [] : [base];
}

/** The names of a place, without the intended behavior of its code. */
export function placeKey(place: NamedPlace): string {
	return JSON.stringify([place.file, place.class, place.method, place.startLine, place.endLine]);
}

/** Whether a text is a path or a file's name, and nothing else; `Invoice.save` is a name, `invoice.py` a file. */
export function isPath(text: string): boolean {
	const { file } = readPath(text);
	return /^[\w.@+~/-]*[^/]\/[\w.@+~/-]+$/.test(file) || /^[a-z_][\w-]*(?:\.[\w-]+)*\.[a-z]\w{0,3}$/.test(file);
}

/** `save` and `Invoice.save()`; names only, no prose. */
export function isName(text: string): boolean {
	return readNames(text).length > 0 && /^[~\w$]+(?:(?:\.|::|#)[~\w$]+)*$/.test(cleaned(text).replace(/\(.*\)$/, ''));
}

/** `Invoice.save` includes its class; a module in front of a function is not a class. */
function methodIn(name: string, className: string | undefined): Pick<NamedPlace, 'class' | 'method'> {
	const mayHaveClass = className === undefined && callbackText(name) < 0;
	const match = mayHaveClass ? /^((?:.*(?:\.|::))?_*\p{Lu}\w*)(?:\.|::|#)([^.:#]+)$/u.exec(name) : null;
	if (match?.[1] !== undefined && match[2] !== undefined) {
		return { class: match[1], method: match[2] };
	}
	return { ...(className === undefined ? {} : { class: className }), method: name };
}

/** `a, b and c` are three names; `none` and `N/A` are none. */
function readNames(text: string): string[] {
	const isCallback = callbackText(text) >= 0;
	const parts = cleaned(text).split(/\s*(?:,|&|\band\b)\s*/);
	const names = !isCallback && parts.length > 1 && parts.every(part => !/\s/.test(part)) ? parts : [text];
	return names.map(cleaned).map(withoutCall).filter(isGiven);
}

/** `def save(self)` is `save`. The text in the name of a callback stays. */
function withoutCall(name: string): string {
	if (callbackText(name) >= 0) {
		return name;
	}
	return name
		.replace(/^(?:async\s+)?(?:def|class|function|fn|func)\s+/, '')
		.replace(/\(.*\)?$/s, '')
		.trim();
}

function readPath(text: string): { readonly file: string; readonly lines: LineRange | undefined } {
	const match =
		/^(.*?)(?::|#L?|\s{0,8},?\s{0,8}\(?(?:at |on )?lines?\s{0,8})(\d+(?:\s{0,8}(?:[-–:]|to)\s{0,8}L?\d+)?)\)?$/is.exec(
			cleaned(text),
		);
	const file = cleaned(match?.[1] ?? text)
		.replaceAll('\\', '/')
		.replace(/^(?:\.\/)+/, '');
	return { file: isGiven(file) ? file : '', lines: readRanges(match?.[2] ?? '')[0] };
}

interface LineRange {
	readonly startLine: number;
	readonly endLine: number;
}

/** More ranges are not read. */
const rangeLimit = 8;

/** Each of `12`, `12-20`, `lines 12 to 20`, `L12-L20 and 30`. */
function readRanges(text: string): LineRange[] {
	const found = text.matchAll(/(?<!\d)(\d{1,9})(?:\s{0,8}(?:[-–:]|to|\.\.\.?)\s{0,8}L?(\d{1,9}))?/gi);
	const ranges = [...found].slice(0, rangeLimit).map(([, from = '', to = from]) => [Number(from), Number(to)] as const);
	return ranges
		.filter(([start]) => start > 0)
		.map(([start, end]) => ({ startLine: Math.min(start, Math.max(end, 1)), endLine: Math.max(start, end) }));
}

function cleaned(text: string): string {
	return text
		.trim()
		.slice(0, lengthLimit)
		.replace(/^[`"'*“‘]+/, '')
		.replace(/(?<![`"'*”’,;:.])[`"'*”’,;:.]+$/, '')
		.trim();
}

function isGiven(text: string): boolean {
	return !/^(?:|-+|n\/?a|none|null|nil|undefined|unknown|unspecified|unclear|not (?:specified|applicable|known))\.?$/i.test(
		text,
	);
}
