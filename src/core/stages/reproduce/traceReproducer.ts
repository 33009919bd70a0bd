import { type ExecutedFunction, readExecuted } from '../../execution/executedFunctions';
import { ownFolder } from '../../execution/patchedCopy';
import { readIfText } from '../../rank/readIfText';
import { type ReproducerRunContext, runReproducer, tracerFile } from './runReproducer';

/** The result of tracing a reproducer. */
export interface TracedRun {
	/** Absent where nothing is known. */
	readonly executed?: readonly ExecutedFunction[];
	/** Why nothing is known, in a sentence for users; absent where its language has no tracer. */
	readonly problem?: string;
}

/**
 * Runs a reproducer that shows the bug once more, with its language's tracer: a small program of Faultline's own, for
 * which nothing is installed. It and what it records are in the checkout only. Rejects as `runReproducer` does.
 */
export async function traceReproducer(context: ReproducerRunContext, text: string): Promise<TracedRun> {
	const { checkout, language } = context;
	const { tracing } = language;
	if (tracing === undefined) {
		return {};
	}
	await checkout.remove(executedFile);
	await checkout.write(tracerFile(tracing), tracing.text);
	const { onOutput: _shownBefore, ...quiet } = context;
	const ran = await runReproducer({ ...quiet, tracing }, text);
	if (ran.verdict !== 'reproduced') {
		return { problem: `While it was traced, it did not fail as before. ${ran.why}` };
	}
	const executed = readExecuted(await readIfText(checkout.files, executedFile));
	return executed.length === 0 ? { problem: 'The tracer recorded nothing.' } : { executed };
}

const executedFile = `${ownFolder}/executed.jsonl`;
