import type { SymbolIndex } from '../../index/symbolIndex';
import type { CoverageData } from '../../testing/coverage/coverageData';
import { Recording } from '../../testing/coverage/recording';
import type { ExecutedLines } from '../../testing/coverage/testCoverage';
import { type ReproducerRunContext, runReproducer } from './runReproducer';

/** The lines that a reproducer executes before it fails, or why they are not known: a sentence for users. */
export type ReproducerLines = { readonly lines: ExecutedLines } | { readonly problem: string };

/**
 * Runs a reproducer that shows the bug once more, and records which lines it executes by the same means as those of tests.
 * Rejects as `runReproducer` does.
 */
export async function coverReproducer(
	context: ReproducerRunContext,
	text: string,
	{ coverage, index }: { readonly coverage: CoverageData; readonly index: SymbolIndex },
): Promise<ReproducerLines> {
	const recording = new Recording(coverage, { checkout: context.checkout, index, project: '' });
	await recording.prepare();
	const { onOutput: _shownBefore, ...quiet } = context;
	const tracing = { program: '', text: '', options: recording.options, variables: recording.variables };
	const ran = await runReproducer({ ...quiet, tracing }, text);
	if (ran.verdict !== 'reproduced') {
		return { problem: `While it was measured, the reproducer did not fail as before. ${ran.why}` };
	}
	const { problem } = await recording.finish(context, { timeoutMs: afterMs, signal: context.signal });
	if (problem !== undefined) {
		return { problem };
	}
	const lines = new Map<string, ReadonlySet<number>>();
	for await (const written of recording.read()) {
		for (const [path, own] of written.lines) {
			lines.set(path, new Set([...(lines.get(path) ?? []), ...own]));
		}
	}
	return lines.size === 0 ? { problem: 'Nothing was recorded of the reproducer.' } : { lines };
}

const afterMs = 60_000;
