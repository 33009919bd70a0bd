import type { TraceFrame } from '../../../runs/pure/model/brief';

/** A frame in a format that no language describes. */
export interface GeneralFrame {
	readonly frame: TraceFrame;
	/** The line without its name, place and numbers: equal in all frames of a trace. */
	readonly shape: string;
}

const path = String.raw`(?<file>(?:[a-z-]{3,}:(?:\/{2,3})?)?(?:[A-Za-z]:)?[^\s()[\]{}<>:"'|,;@]*[^\s()[\]{}<>:"'|,;@/\\]\.[A-Za-z]\w{0,9})`;
const places = [
	// `path:12:5`, `path:line 12`, `path(12,5)`, `path, line 12`, `path#12`, with the word for line in any language.
	new RegExp(
		`["']?${path}["']?(?::|\\(|, |:? ?\\p{L}+[ .:#]?\\s?|#L?)(?:\\p{L}+[ .:#]?\\s?)?(?<line>\\d+)(?:[:,.](?<column>\\d+))?\\)?`,
		'u',
	),
	// `line 12 of path`
	new RegExp(`\\p{L}+ (?<line>\\d+) \\p{L}+ ["']?${path}["']?`, 'u'),
];
const identifier = String.raw`<?[\p{L}_$~][\p{L}\p{N}_$]*[>!?]?`;
/** `Shop.Basket#total`, `shop::Basket::total`, `total(…)`, `total/2`, `'total'`. */
const names = new RegExp(
	`(?<![\\p{L}\\p{N}_$])(?<quote>['"\`])?(?<function>${identifier}(?:(?:\\.|::|#|->|/|\\$|~)${identifier})*)(?<call>\\s?\\([^()]*\\)|/\\d+)?(?<end>['"\`])?`,
	'gu',
);
/** Some runners print nothing but the places. */
const placeAlone = new RegExp(`^\\s*(?=\\S*[/\\\\])${path}:(?<line>\\d+)(?::(?<column>\\d+))?$`);
/** A frame has no more other words, which are short: `at`, `in`, `called at`. */
const words = { most: 3, length: 8 };

/**
 * The frame that a line names by a place and a name near it, in any order and with any short words between, or by a
 * place alone; undefined for other lines. Only lines of the same shape near each other are a trace.
 */
export function generalFrame(text: string): GeneralFrame | undefined {
	if (text.length > 400 || !/\d/.test(text)) {
		return undefined;
	}
	const alone = placeAlone.exec(text);
	if (alone !== null) {
		return { frame: placeOf(alone), shape: '' };
	}
	for (const place of places) {
		const match = place.exec(text);
		const found =
			match === null ? undefined : nameIn(text.slice(0, match.index), text.slice(match.index + match[0].length));
		if (match !== null && found !== undefined && !isCall(match.groups?.file ?? '')) {
			return { frame: { ...placeOf(match), function: found.name }, shape: found.shape };
		}
	}
	return undefined;
}

function placeOf({ groups: { file = '', line, column } = {} }: RegExpExecArray): TraceFrame {
	const place = { file: file.replaceAll('\\', '/'), line: Number(line) };
	return column === undefined ? place : { ...place, column: Number(column) };
}

/** Whether a path is a name with several parts, called with a number: `np.random.rand(100)`. */
function isCall(path: string): boolean {
	return (
		!/[/\\]/.test(path) && path.split('.').length > 2 && path.split('.').every(part => /^[A-Za-z_]\w*$/.test(part))
	);
}

/** The most name-like text beside a place, and the shape of a line that has only short words besides. */
function nameIn(before: string, behind: string): { readonly name: string; readonly shape: string } | undefined {
	const found = [
		...[...before.matchAll(names)].map(match => ({ match, isBefore: true })).reverse(),
		...[...behind.matchAll(names)].map(match => ({ match, isBefore: false })),
	];
	const [best] = found.sort(({ match: one }, { match: other }) => strengthOf(other) - strengthOf(one));
	if (best === undefined) {
		return undefined;
	}
	const without = (side: string) =>
		`${side.slice(0, best.match.index)}\0${side.slice(best.match.index + best.match[0].length)}`;
	const isPlain = strengthOf(best.match) < 1;
	const shape = shapeOf(best.isBefore ? `${without(before)}@${behind}` : `${before}@${without(behind)}`);
	// Any word may be a name: then nothing but a short word and signs may be besides.
	const isSure = !isPlain || /^[\0@\s()[\]:,.#\d'"]*(?:\p{L}{1,3})?[\0@\s()[\]:,.#\d'"]*$/u.test(shape ?? '=');
	return shape === undefined || !isSure ? undefined : { name: best.match.groups?.function ?? '', shape };
}

function strengthOf({ groups = {} }: RegExpMatchArray): number {
	const { function: name = '', call, quote, end } = groups;
	const isQuoted = quote !== undefined && quote === end;
	return (call !== undefined ? 4 : 0) + (/[.:#>$/]/.test(name) ? 2 : 0) + (isQuoted ? 3 : 0) + name.length / 1000;
}

/** Undefined if there are too many words, or long ones. */
function shapeOf(rest: string): string | undefined {
	const plain = rest
		.replaceAll(/\b0x[\da-f]+\b|\b[\da-f]{8,}\b/gi, '0')
		.replaceAll(/[\d.]*\d/g, '0')
		.replaceAll(/\s+/g, ' ');
	const found = plain.match(/\p{L}+/gu) ?? [];
	return found.length > words.most || found.some(word => word.length > words.length) ? undefined : plain.trim();
}
