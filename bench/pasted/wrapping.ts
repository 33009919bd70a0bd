import { randomNumbers } from '../../test/support/randomNumbers';
import { LogClock, type Stamp } from './logClock';

/** A number from 0 to below a limit. */
export type Random = (limit: number) => number;
export type Wrap = (trace: string, random: Random) => string;

/** What people paste instead of a bare stack trace. */
export interface Wrapping {
	/** `docker-compose` */
	readonly name: string;
	readonly kind: WrappingKind;
	readonly wrap: Wrap;
	/** The part of a trace that a wrapping leaves whole; of others, all of it is. */
	readonly kept?: (trace: string) => string;
	/** The names of files may be in two pieces. */
	readonly splitsNames?: true;
}

/**
 * `prefix`: something in front of each line. `first line`: something in front of the first line only, or above it.
 * `record`: a string in a line of data. `quote`: marks of a mail, a language or a format. `site`: what a page adds.
 */
export type WrappingKind =
	| 'prefix'
	| 'first line'
	| 'record'
	| 'quote'
	| 'box'
	| 'whitespace'
	| 'encoding'
	| 'order'
	| 'one line'
	| 'loss'
	| 'site';

/** The text of a wrapping that depends only on the seed, the wrapping and the trace. */
export function wrapped({ name, wrap }: Wrapping, trace: string, seed: number): string {
	return wrap(trace, seededRandom(`${name} ${trace.length}`, seed));
}

export function seededRandom(key: string, seed: number): Random {
	const hash = [...key].reduce((sum, character) => Math.imul(sum, 31) + character.charCodeAt(0), seed + 7);
	const random = randomNumbers(hash);
	// The first numbers of near seeds are alike.
	random(2);
	random(2);
	return random;
}

export function linesOf(text: string): string[] {
	return text.split('\n');
}

export function mapLines(text: string, change: (line: string, at: number) => string): string {
	return linesOf(text).map(change).join('\n');
}

/** Writes something in front of each line; `above` and `below` are lines of the same log. */
export function prefixed(
	prefix: (stamp: Stamp) => string,
	{ above = [], below = [] }: { readonly above?: readonly string[]; readonly below?: readonly string[] } = {},
): Wrap {
	return (trace, random) => {
		const clock = new LogClock(random);
		return [...above, ...linesOf(trace), ...below].map(line => `${prefix(clock.next())}${line}`).join('\n');
	};
}

/** Writes a line of a log, of the text `{}`, around a trace. */
export function inRecord(record: (text: string, stamp: Stamp) => string): Wrap {
	return (trace, random) => record(trace, new LogClock(random).next());
}

export function between(above: string, below: string): Wrap {
	return trace => `${above}${trace}${below}`;
}

/** One line of a log as JSON. */
export function jsonLine(record: (text: string, stamp: Stamp) => object): Wrap {
	return (trace, random) => {
		const clock = new LogClock(random);
		return JSON.stringify(record(trace, clock.next()));
	};
}

/** Breaks lines at blanks, so that no line is longer unless it has no blank. */
export function brokenAt(width: number, line: string): string {
	const parts: string[] = [];
	let rest = line;
	while (rest.length > width) {
		const blank = rest.lastIndexOf(' ', width);
		const start = rest.search(/\S/);
		const at = blank > start ? blank : rest.indexOf(' ', Math.max(width, start));
		if (at <= start) {
			break;
		}
		parts.push(rest.slice(0, at));
		rest = rest.slice(at + 1);
	}
	return [...parts, rest].join('\n');
}

/** Cuts a line at a number of columns, in words too, as a terminal does. */
export function cutAt(columns: number, line: string): string {
	const length = Math.max(1, Math.ceil(line.length / columns));
	return Array.from({ length }, (_, at) => line.slice(at * columns, (at + 1) * columns)).join('\n');
}

/** A box of the corners and edges of `╭─╮│╰╯`. */
export function boxed(text: string, edges: string): string {
	const [topLeft = '', level = '', topRight = '', upright = '', bottomLeft = '', bottomRight = ''] = [...edges];
	const lines = linesOf(text.replaceAll('\t', '    '));
	const width = Math.max(...lines.map(line => line.length));
	const edge = level.repeat(width + 2);
	return [
		`${topLeft}${edge}${topRight}`,
		...lines.map(line => `${upright} ${line.padEnd(width)} ${upright}`),
		`${bottomLeft}${edge}${bottomRight}`,
	].join('\n');
}
