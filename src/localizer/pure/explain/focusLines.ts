import type { LineRange } from '../../../runs/pure/model/symbol';
import { type IssueText, termsOf } from './issueText';
import { codeLines, type Ground, type Subject } from './subject';

/**
 * The lines of a location that carry its evidence: the frame's, the quoted text's, the line that sets a value a frame
 * reads, else the line with most of the issue's words, else the line of a call. If there is none, the signature.
 */
export function focusOf(subject: Subject, grounds: readonly Ground[], text?: IssueText): LineRange[] {
	const { place, symbols } = subject;
	const linesOf = (...kinds: Ground['evidence']['kind'][]) =>
		kinds
			.flatMap(kind => grounds.find(each => each.evidence.kind === kind && each.lines.length > 0)?.lines[0] ?? [])
			.filter(line => place.startLine <= line && line <= place.endLine);
	const telling = text === undefined ? undefined : tellingLine(subject, text);
	const [lines] = [
		linesOf('trace', 'string', 'path', 'state'),
		telling === undefined ? [] : [telling],
		linesOf('calls'),
	].filter(found => found.length > 0);
	if (lines !== undefined) {
		return merged(lines.map(line => ({ startLine: line, endLine: line })));
	}
	const startLine = symbols[0]?.nameLine ?? place.startLine;
	return [{ startLine, endLine: Math.max(startLine, symbols[0]?.headerEndLine ?? startLine) }];
}

/** Words of the lines around it speak for a line as well. */
const neighborShare = 0.3;
/** By quarter of the body: functions begin by reading their arguments. Measured by `faultline eval`. */
const quarterWeights = [0.5, 1, 1.5, 1.5];

/** The line of the body that has most different words of the issue; undefined if none has any. */
function tellingLine(subject: Subject, text: IssueText): number | undefined {
	const { symbols, place } = subject;
	const [first] = symbols;
	const headerEnd = first?.headerEndLine ?? place.startLine - 1;
	const isBody = (line: number) =>
		line > headerEnd && !(first?.doc !== undefined && first.doc.startLine <= line && line <= first.doc.endLine);
	const lines = codeLines(subject);
	const counts = lines.map(row => (isBody(row.number) ? nShared(row.text, text) : 0));
	let best: { readonly line: number; readonly weight: number } | undefined;
	for (const [at, { number }] of lines.entries()) {
		const quarter = Math.floor((4 * (number - headerEnd - 1)) / Math.max(1, place.endLine - headerEnd));
		const near = [1, -1].map(step => counts[at + step] ?? 0);
		const far = [2, -2].map(step => (counts[at + step] ?? 0) / 2);
		const own = counts[at] ?? 0;
		const around = [...near, ...far].reduce((sum, count) => sum + count, 0);
		const weight = own === 0 ? 0 : (own + neighborShare * around) * (quarterWeights[Math.max(0, quarter)] ?? 1);
		if (weight > (best?.weight ?? 0)) {
			best = { line: number, weight };
		}
	}
	return best?.line;
}

function nShared(line: string, text: IssueText): number {
	let n = 0;
	for (const term of termsOf(line)) {
		n += text.terms.has(term) ? 1 : 0;
	}
	return n;
}

/** In order, those that overlap or touch as one. */
export function merged(ranges: readonly LineRange[]): LineRange[] {
	const kept: LineRange[] = [];
	for (const range of ranges.toSorted((a, b) => a.startLine - b.startLine)) {
		const last = kept.at(-1);
		if (last !== undefined && range.startLine <= last.endLine + 1) {
			kept[kept.length - 1] = { ...last, endLine: Math.max(last.endLine, range.endLine) };
		} else {
			kept.push(range);
		}
	}
	return kept;
}
