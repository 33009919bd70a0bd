import type { RepeatedRun } from '../../../engine/verify/repeatProof';
import type { ProofState } from './proofLine';
import type { RecordedRun } from './statements';

/** Whether an export left out something of a text. */
export function isRedacted(text: string): boolean {
	return /\[(?:removed|left out): [^\]\n]{1,80}\]/.test(text);
}

/**
 * Compares what a reproducer printed. Where two runs here differ in numbers alone, such as addresses and times, numbers do
 * not count.
 */
export function compareOutput(
	own: Pick<RecordedRun, 'stdout' | 'stderr'>,
	{ first, second }: RepeatedRun,
	clean: (text: string) => string,
): readonly [state: ProofState, text: string] {
	const then = [own.stdout.text, own.stderr.text];
	const [one, two] = [first, second].map(({ execution }) => [clean(execution.stdout), clean(execution.stderr)]);
	if (one === undefined || two === undefined || then.some(isRedacted)) {
		return ['notRepeated', 'a part of it was left out of the record'];
	}
	if (isSame(one, then) || isSame(two, then)) {
		const nLines = then.join('').split('\n').filter(Boolean).length;
		return ['holds', nLines === 0 ? 'nothing is printed' : `the same ${nLines === 1 ? 'line' : `${nLines} lines`}`];
	}
	if (isSame(one, two)) {
		return ['differs', `here it prints ${JSON.stringify(firstOther(one, then))}, which the record does not have`];
	}
	const [plainOne, plainTwo, plainThen] = [one, two, then].map(texts => texts.map(withoutNumbers));
	if (plainOne === undefined || plainTwo === undefined || plainThen === undefined || !isSame(plainOne, plainTwo)) {
		return ['notRepeated', 'it differs from run to run'];
	}
	return isSame(plainOne, plainThen)
		? ['holds', 'the same but for numbers that differ from run to run']
		: ['differs', `here it prints ${JSON.stringify(firstOther(plainOne, plainThen))}, which the record does not have`];
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((text, at) => text === b[at]);
}

function withoutNumbers(text: string): string {
	return text.replaceAll(/0x[\da-fA-F]{1,16}|\d+/g, '#');
}

/** The first line of a text that the other does not have at this place; an end of output is ''. */
function firstOther(here: readonly string[], then: readonly string[]): string {
	for (const [at, text] of here.entries()) {
		const other = then[at]?.split('\n') ?? [];
		const found = text.split('\n').find((each, row) => each !== other[row]);
		if (found !== undefined) {
			return found.slice(0, 120);
		}
	}
	return '';
}
