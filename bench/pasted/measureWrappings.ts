import type { BaseTrace } from './baseTraces';
import type { PastedReader, PastedReading } from './readPasted';
import { seededRandom, type Wrapping, wrapped } from './wrapping';

/** Whether a wrapped trace was read like the bare one; undefined: the wrapping left nothing to be read. */
export interface Outcome {
	readonly wrapping: Wrapping;
	readonly trace: BaseTrace;
	readonly hasFrames: boolean | undefined;
	readonly hasTitle: boolean | undefined;
}

/** A wrapped trace with all that was read of it. */
export interface WrappedReading extends Outcome {
	/** With the sentences around it, if it has any. */
	readonly text: string;
	readonly expected: PastedReading;
	readonly found: PastedReading;
}

export async function readWrapped(
	reader: PastedReader,
	{ wrapping, trace, seed }: { readonly wrapping: Wrapping; readonly trace: BaseTrace; readonly seed: number },
): Promise<WrappedReading> {
	const bare = await reader.read(trace.text);
	const kept = wrapping.kept?.(trace.text);
	const expected = { title: bare.title, frames: kept === undefined ? bare.frames : (await reader.read(kept)).frames };
	const alone = wrapped(wrapping, trace.text, seed);
	const text = withSentences(alone, `${wrapping.name} ${trace.name}`, seed);
	const { frames } = await reader.read(text);
	const found = { title: reader.title(alone), frames };
	const hasFrames = frames.join('\n') === expected.frames.join('\n');
	const isTitleKept = kept === undefined || kept.includes(expected.title);
	return {
		...{ wrapping, trace, text, expected, found },
		hasFrames: expected.frames.length === 0 ? undefined : hasFrames,
		hasTitle: isTitleKept ? isSameTitle(found.title, expected.title) : undefined,
	};
}

/** A third of the texts have sentences of the user around them. */
function withSentences(text: string, key: string, seed: number): string {
	return seededRandom(key, seed)(3) === 0 ? `Hi, after the update I get this:\n\n${text}\n\nAny idea?` : text;
}

export function isSameTitle(found: string, expected: string): boolean {
	return plainTitle(found) === plainTitle(expected);
}

/** Blanks and quotes are not counted: a wrapping may have changed them. */
function plainTitle(title: string): string {
	return title
		.replaceAll(/[‘’]/g, "'")
		.replaceAll(/[“”]/g, '"')
		.replaceAll(/[\s\u200b\ufeff]+/g, ' ')
		.trim();
}

/** `61.0 % (12 of 20)` of those that count. */
export function share(outcomes: readonly (boolean | undefined)[]): string {
	const counted = outcomes.filter(each => each !== undefined);
	const right = counted.filter(each => each).length;
	const percent = counted.length === 0 ? '-' : `${((100 * right) / counted.length).toFixed(1)} %`;
	return `${percent.padStart(7)} ${`(${right} of ${counted.length})`.padEnd(14)}`;
}
