import type { LineRange } from '../../../runs/pure/model/symbol';
import { termsOf } from '../explain/issueText';
import weights from './lineWeights.json';
import type { Suspect } from './suspects';

/** What the issue and the ranking say about lines. */
export interface LineGround {
	/** How telling each term of the issue is; absent: not in it. */
	readonly weightOf: (term: string) => number;
	/** Names that the issue writes as code. */
	readonly named: ReadonlySet<string>;
	/** Plain names of the most suspicious definitions. */
	readonly suspicious: ReadonlySet<string>;
}

export interface LineShare {
	readonly line: number;
	readonly share: number;
}

/**
 * How likely each line of a definition, and a few beside it, is among the changed ones if the fix changes the definition:
 * by a logit over the lines. They add up to 1.
 */
export function lineShares(suspect: Suspect, lines: readonly string[], ground: LineGround): LineShare[] {
	const rows = lineFeatures(suspect, lines, ground);
	const odds = rows.map(row => Math.exp(featureNames.reduce((sum, name) => sum + weights[name] * row[name], 0)));
	const total = odds.reduce((sum, each) => sum + each, 0);
	return rows.map(({ line }, at) => ({ line, share: (odds[at] ?? 0) / Math.max(total, Number.MIN_VALUE) }));
}

const featureNames = [
	...(['before', 'after', 'header', 'doc', 'blank', 'comment', 'focus', 'nearFocus', 'words'] as const),
	...(['wordsAround', 'named', 'condition', 'exit', 'comparison', 'callsSuspect'] as const),
	...(['assignment', 'first', 'second', 'last', 'constant'] as const),
] as const;

type LineFeatures = Readonly<Record<(typeof featureNames)[number] | 'line', number>>;

const near = 3;

/** Lines beside a definition that are changed with it: a decorator's, a new definition's. */
const beside = 2;

/** The features of each line of a suspect and of a few beside it, from 0 to 1. */
function lineFeatures(suspect: Suspect, lines: readonly string[], ground: LineGround): LineFeatures[] {
	const { startLine, endLine, symbol, location } = suspect;
	const from = Math.max(1, startLine - beside);
	const rows = lines.slice(from - 1, endLine + beside);
	const headerEnd = symbol === undefined ? startLine - 1 : Math.max(symbol.nameLine, symbol.headerEndLine);
	const { doc } = symbol ?? {};
	const words = rows.map((row, at) => (isIn(from + at, doc) ? 0 : wordsIn(row, ground)));
	const most = Math.max(1e-9, ...words);
	const share = words.map(sum => sum / most);
	const own = new Set(symbol === undefined ? [] : [symbol.name]);
	return rows.map((row, at) => {
		const line = from + at;
		const focus = location?.focus ?? [];
		const part = (line - headerEnd - 1) / Math.max(1, endLine - headerEnd);
		const around = [-2, -1, 1, 2].reduce((sum, step) => sum + (share[at + step] ?? 0), 0) / 4;
		const text = row.slice(0, columns);
		const names = namesOfLine(row);
		return {
			line,
			before: Number(line < startLine),
			after: Number(line > endLine),
			header: Number(line >= startLine && line <= headerEnd),
			doc: Number(isIn(line, doc)),
			blank: Number(!/[\p{L}\p{N}]/u.test(row)),
			comment: Number(/^\s*(?:#|\/\/|\/?\*|--|;|%)/.test(row)),
			focus: Number(focus.some(range => isIn(line, range))),
			nearFocus: Number(focus.some(range => line >= range.startLine - near && line <= range.endLine + near)),
			words: share[at] ?? 0,
			wordsAround: around,
			named: Number(names.some(name => ground.named.has(name) && !own.has(name))),
			condition: Number(
				/^\s*(?:\}\s*)?(?:if|elif|elsif|else if|else|while|for|case|when|unless|switch|match)\b/.test(text),
			),
			exit: Number(/^\s*(?:return|raise|throw|yield|panic|assert)\b/.test(text)),
			comparison: Number(
				/[<>!=]=|[^-=<]>|<(?![/!])|&&|\|\||\b(?:is not|not in|is|and|or|not|in|instanceof)\b/.test(text),
			),
			callsSuspect: Number(names.some(name => ground.suspicious.has(name) && !own.has(name))),
			assignment: Number(/[^=!<>]=(?![=~>])|:=/.test(text)),
			first: Number(part < 0.25 && line > headerEnd),
			second: Number(part >= 0.25 && part < 0.5),
			last: Number(part >= 0.75 && line <= endLine),
			constant: Number(/\b\d+\b|["'`]/.test(text)),
		};
	});
}

/** Longer lines are not code that somebody reads. */
const columns = 400;

/** The names and words of a line. */
export function namesOfLine(row: string): readonly string[] {
	return row.slice(0, columns).match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

function wordsIn(row: string, { weightOf }: LineGround): number {
	let sum = 0;
	for (const term of termsOf(row.slice(0, columns))) {
		sum += weightOf(term);
	}
	return sum;
}

function isIn(line: number, range: LineRange | undefined): boolean {
	return range !== undefined && range.startLine <= line && line <= range.endLine;
}
