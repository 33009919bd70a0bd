import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { UserError } from '../../../system/pure/errors/userError';
import type { CallTrace } from '../../../testing/pure/callTrace/callTrace';
import { mainTrace, withErrorText } from '../../../testing/pure/callTrace/processTraces';
import { recorderOf, takeTraces } from '../../../testing/pure/callTrace/traceTests';
import { type ReproducerRunContext, runReproducer } from './runReproducer';

/**
 * Runs a reproducer once more, and records the calls it makes in the project. `wanted`: a function all of whose calls are
 * recorded with their lines. Rejects as `runReproducer` does, and with `UserError` if its calls cannot be recorded.
 */
export async function traceReproducer(
	context: ReproducerRunContext,
	text: string,
	{ index, wanted }: { readonly index: SymbolIndex; readonly wanted?: string | undefined },
): Promise<CallTrace> {
	const { checkout, language } = context;
	const { callRecorder: data } = language;
	if (data === undefined) {
		throw new UserError('The calls of a reproducer in this language cannot be recorded.');
	}
	const recorder = recorderOf(data, { checkout, index, project: '', wanted });
	await recorder.prepare();
	const { onOutput: _shownBefore, ...quiet } = context;
	const { why, execution } = await runReproducer({ ...quiet, recording: recorder, traced: recorder }, text);
	const traces = await takeTraces(recorder, checkout);
	const trace = data.per === 'process' ? mainTrace(traces, '') : traces[0];
	if (trace === undefined) {
		throw new UserError(`${data.name} recorded no call of the reproducer in the project. ${why}`);
	}
	return withErrorText(trace, data.text, `${execution.stderr}\n${execution.stdout}`);
}
