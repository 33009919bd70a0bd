import { withoutTail } from './recordEnds';
import type { TraceLines } from './traceLines';

/** Separators of the parts of a trace that became one line. */
const separators = [
	/["'`], ?["'`]/,
	/\|n/,
	/[|^~¶]/,
	/;(?=\s)/,
	/\s{2,}/,
	/ (?=(?:at|from|File|in) \S)/,
	/ (?=#\d{1,4} )/,
	/->|→|⏎|↵/,
];

/** Traces whose lines were joined. */
export function splitTraces(lines: readonly string[], traces: TraceLines): readonly string[] {
	return lines.some(isLong) ? lines.flatMap(line => (isLong(line) ? splitLine(line, traces) : [line])) : lines;
}

/** Two places are named in it. */
function isLong(line: string): boolean {
	return line.length > 60 && (line.match(/:\d|line \d/g)?.length ?? 0) > 1;
}

function splitLine(line: string, traces: TraceLines): readonly string[] {
	let best: { readonly parts: readonly string[]; readonly score: number } = {
		parts: [line],
		score: traces.score([line]),
	};
	for (const separator of separators) {
		const parts = line.split(separator).map(part => unescaped(part.trimEnd()));
		parts.push(withoutTail(parts.pop() ?? ''));
		const score = traces.score(parts);
		const nPlaces = parts.filter((_, at) => traces.namesPlace(parts, at)).length;
		best = nPlaces > 1 && score > best.score ? { parts, score } : best;
	}
	return best.parts;
}

/** A piece of a string, or of a message of a server that escapes with bars. */
function unescaped(piece: string): string {
	return piece
		.replace(/^\\t/, '\t')
		.replaceAll('\\"', '"')
		.replaceAll(/\|(['[\]|])/g, '$1');
}

/** A frame is not broken into more lines. */
const mostPieces = 5;
/** Shorter lines are not broken by a program. */
const leastWidth = 8;
/** Lines with a mark at their ends are longer than this. */
const markedWidth = 40;
/** No line of a trace is longer. */
const mostWhole = 1000;
/** A text whose lines are all at most so long may have been broken where no frame shows it. */
const mailWidth = 100;

/** Lines without the breaks that an editor or a shell marked at their ends. */
export function joinedMarks(lines: readonly string[]): readonly string[] {
	return lines.reduce<string[]>((joined, line, at) => {
		const before = at === 0 ? '' : (lines[at - 1] ?? '');
		const whole = joined.at(-1) ?? '';
		if (before.length > markedWidth && whole.length < mostWhole && /[↩↵⏎\\]$/.test(before)) {
			joined[joined.length - 1] = whole.slice(0, -1) + line;
		} else {
			joined.push(line);
		}
		return joined;
	}, []);
}

/** How the lines of a block were broken: at most `width` long, between words or (`isHard`) anywhere. */
interface Breaking {
	readonly width: number;
	readonly isHard: boolean;
	/** A frame of the block was broken. */
	readonly isSure?: boolean;
}

/**
 * Joins the lines that a mailer, a terminal or a chat broke: two that are a frame together only, and the errors beside
 * them that end because the next word did not fit.
 */
export function joinedLines(lines: readonly string[], traces: TraceLines): readonly string[] {
	const ofText = breakingOf(lines);
	const blocks = lines.reduce<string[][]>(
		(found, line) => {
			if (line.trim() === '' || found.at(-1)?.at(-1)?.trim() === '') {
				found.push([]);
			}
			found.at(-1)?.push(line);
			return found;
		},
		[[]],
	);
	return blocks.flatMap(block => {
		const breaking = breakingOf(block);
		const joined = joinedFrames(block, breaking, traces);
		const isBroken = joined.length < block.length;
		return isBroken || (ofText.width > 0 && ofText.width <= mailWidth)
			? withWholeErrors(joined, isBroken ? { ...breaking, isSure: true } : ofText, traces)
			: joined;
	});
}

/** The length of the longest line that could have been broken between words. */
function widthOf(lines: readonly string[]): number {
	return lines.reduce((width, line) => (line.trim().includes(' ') ? Math.max(width, line.length) : width), 0);
}

function breakingOf(block: readonly string[]): Breaking {
	const width = widthOf(block);
	return { width, isHard: block.filter(({ length }) => length === width).length > 1 };
}

function joinedFrames(block: readonly string[], breaking: Breaking, traces: TraceLines): readonly string[] {
	const joined: string[] = [];
	for (let at = 0; at < block.length; at++) {
		const frame = frameFrom(block, at, { breaking, traces });
		joined.push(frame?.text ?? block[at] ?? '');
		at += (frame?.nLines ?? 1) - 1;
	}
	return joined;
}

function frameFrom(
	lines: readonly string[],
	at: number,
	{ breaking, traces }: { readonly breaking: Breaking; readonly traces: TraceLines },
): { readonly text: string; readonly nLines: number } | undefined {
	let text = lines[at] ?? '';
	if (text.trim() === '' || traces.isFrame(text, lines[at - 1])) {
		return undefined;
	}
	for (let nLines = 2; nLines <= mostPieces; nLines++) {
		const next = lines[at + nLines - 1] ?? '';
		if (next.trim() === '' || traces.isFrame(next, lines[at + nLines - 2])) {
			return undefined;
		}
		const [likely, other] = joints(text, next, { ...breaking, last: lines[at + nLines - 2] ?? '' });
		const found = [likely, other].find(each => traces.isFrame(each, lines[at - 1]));
		if (found !== undefined) {
			return text.length < leastWidth ? undefined : { text: found, nLines };
		}
		text = likely;
	}
	return undefined;
}

/** Two lines as one, in the way in which they were probably broken, and in the other way. */
function joints(text: string, next: string, { last, width, isHard }: Breaking & { readonly last: string }) {
	const [atWord, anywhere] = [`${text.trimEnd()} ${next.trim()}`, text + (isHard ? next : next.trim())] as const;
	return isHard && last.length === width ? ([anywhere, atWord] as const) : ([atWord, anywhere] as const);
}

/** An error whose next word did not fit into the width continues on the next line. */
function withWholeErrors(lines: readonly string[], breaking: Breaking, traces: TraceLines): string[] {
	const whole: string[] = [];
	let last = '';
	for (const [at, line] of lines.entries()) {
		const before = whole.at(-1) ?? '';
		const isOther = line.trim() === '' || traces.isFrame(line, lines[at - 1]) || traces.isError(line);
		if (!isOther && endsFor(line, last, breaking) && (traces.isError(before) || traces.isFailingFrame(before))) {
			whole[whole.length - 1] = joints(before, line, { ...breaking, last })[0];
		} else {
			whole.push(line);
		}
		last = line;
	}
	return whole;
}

/** Whether a line ended because the first word of the next one did not fit. */
function endsFor(next: string, line: string, { width, isHard, isSure }: Breaking): boolean {
	const [word = ''] = next.trim().split(' ');
	return isHard
		? line.length === width
		: (isSure || /^[\p{Ll}(]/u.test(next)) && line.length <= width && line.length + 1 + word.length > width;
}
