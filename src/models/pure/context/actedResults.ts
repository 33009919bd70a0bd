import { splitLines } from '../../../code/pure/texts/fileTexts';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import shortResult from './shortResult.md';

/** Of the first line of a result that is left out. */
const firstCharacters = 100;

/** A result of a call, as a message. */
interface ActedResult {
	readonly message: { readonly text: string };
}

/**
 * The part of the results of actions that is sent. An action may change what the next one finds: a repeated call has a
 * result of its own, and no result refers to one above. Only the newest ones are sent; each of the others is one line.
 */
export class ActedResults {
	/** From 1 for the oldest. */
	private readonly numbers: ReadonlyMap<ActedResult, number>;

	/** `results`: the results of calls that were made, oldest first. */
	constructor(
		results: readonly ActedResult[],
		private readonly nFull: number,
	) {
		this.numbers = new Map(results.map((result, at) => [result, at + 1]));
	}

	/** The text of a result as it is sent. */
	textOf(result: ActedResult): string {
		const number = this.numbers.get(result);
		const { text } = result.message;
		if (number === undefined || number > this.numbers.size - this.nFull) {
			return text;
		}
		const lines = splitLines(text);
		const first = (lines[0] ?? '').slice(0, firstCharacters);
		return fillTemplate(shortResult, { number: String(number), lines: counted(lines.length, 'line'), first });
	}
}
