import type { SecretSpan } from './secretSpan';
import { secretSpans } from './secretSpans';

/** A text as it may leave the machine, and the secrets removed from it. */
export interface CleanText {
	readonly text: string;
	/** In text order. */
	readonly found: readonly FoundSecret[];
}

export interface FoundSecret {
	/** User-facing: `GitHub token`. */
	readonly kind: string;
	/** The line of the given text it starts on. */
	readonly line: number;
}

/**
 * Replaces keys, tokens and passwords by `[removed: KIND]`. Takes time proportional to the text, whatever its content.
 * A precaution, not a guarantee: a secret that looks like a word stays, and so does the middle of a key without its
 * markers.
 */
export function withoutSecrets(text: string): CleanText {
	return withoutSpans(text, secretSpans(text));
}

/** The text with `[removed: KIND]` instead of each span. */
export function withoutSpans(text: string, given: readonly SecretSpan[]): CleanText {
	const spans = disjoint(given);
	const pieces: string[] = [];
	const found: FoundSecret[] = [];
	let [at, line] = [0, 1];
	for (const { kind, start, end } of spans) {
		pieces.push(text.slice(at, start), `[removed: ${kind}]`);
		line += lineEnds(text, at, start);
		found.push({ kind, line });
		line += lineEnds(text, start, end);
		at = end;
	}
	return { text: spans.length === 0 ? text : pieces.join('') + text.slice(at), found };
}

/** Merges overlapping spans; the kind comes from the first given span among those that start first. */
function disjoint(spans: readonly SecretSpan[]): SecretSpan[] {
	const merged: SecretSpan[] = [];
	for (const span of [...spans].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last !== undefined && span.start < last.end) {
			merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) };
		} else {
			merged.push(span);
		}
	}
	return merged;
}

function lineEnds(text: string, start: number, end: number): number {
	let nEnds = 0;
	for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
		nEnds++;
	}
	return nEnds;
}
