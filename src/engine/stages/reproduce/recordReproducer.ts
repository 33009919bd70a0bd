import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { distinctCalls, type ExecutedFunction } from '../../../sandbox/pure/execution/executedFunctions';
import { Recording } from '../../../testing/pure/coverage/recording';
import { type ExecutedLines, JoinedLines } from '../../../testing/pure/coverage/testCoverage';
import { type ReproducerRunContext, runReproducer } from './runReproducer';

/** The functions or lines a reproducer executes before it fails, or why they are not known: a sentence for users. */
export type RecordedReproducer =
	| {
			/** In the order of the recording; empty if only lines are recorded in this language. */
			readonly called: readonly ExecutedFunction[];
			readonly lines: ExecutedLines;
	  }
	| { readonly problem: string };

/**
 * Runs a reproducer that shows the bug once more, and records the code it executes in the same way as for tests:
 * recording can change no verdict. Rejects as `runReproducer` does.
 */
export async function recordReproducer(
	context: ReproducerRunContext,
	text: string,
	index: SymbolIndex,
): Promise<RecordedReproducer> {
	const { checkout, language, signal } = context;
	if (language.coverage === undefined) {
		return { problem: 'What a reproducer in this language executes cannot be recorded.' };
	}
	const recording = new Recording(language.coverage, { checkout, index, project: '' });
	await recording.prepare();
	const { onOutput: _shownBefore, ...quiet } = context;
	const ran = await runReproducer({ ...quiet, recording }, text);
	if (ran.verdict !== 'reproduced') {
		return { problem: `While it was recorded, the reproducer did not fail as before. ${ran.why}` };
	}
	const { problem } = await recording.finish(context, { timeoutMs: afterMs, signal });
	if (problem !== undefined) {
		return { problem };
	}
	const [joined, called]: [JoinedLines, ExecutedFunction[]] = [new JoinedLines(), []];
	for await (const written of recording.read()) {
		joined.add(written.lines);
		called.push(...(written.called ?? []));
	}
	const { lines } = joined;
	return lines.size === 0
		? { problem: recording.unread ?? 'Nothing was recorded of the reproducer.' }
		: { lines, called: distinctCalls(called) };
}

const afterMs = 60_000;
