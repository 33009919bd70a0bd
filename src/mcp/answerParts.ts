import { charactersOfTokens } from '../models/pure/limits/tokenEstimate';

/** The share of a model's context for one answer. */
export const answerTokens = 6000;

/** Kept free for the notes at the end of an answer, and for its data, which some clients give their model instead. */
const reservedCharacters = 4300;

/** A text in parts that each fit into an answer: whole lines, and pieces of a line that is too long by itself. */
export function partsOf(text: string, nTokens = answerTokens): readonly [string, ...string[]] {
	const limit = Math.max(1, Math.floor(charactersOfTokens(nTokens)) - reservedCharacters);
	const parts: string[] = [];
	let part: string[] = [];
	let length = 0;
	for (const line of text.split('\n').flatMap(line => piecesOf(line, limit))) {
		if (part.length > 0 && length + line.length + 1 > limit) {
			parts.push(part.join('\n'));
			[part, length] = [[], 0];
		}
		part.push(line);
		length += line.length + 1;
	}
	const [first = part.join('\n'), ...others] = parts;
	return parts.length === 0 ? [first] : [first, ...others, part.join('\n')];
}

function piecesOf(line: string, limit: number): readonly string[] {
	const pieces: string[] = [];
	for (let at = 0; at === 0 || at < line.length; at += limit) {
		pieces.push(line.slice(at, at + limit));
	}
	return pieces;
}
