import { ownFolder } from '../../execution/patchedCopy';
import { fillText } from '../../execution/placeholders';
import type { SymbolIndex } from '../../index/symbolIndex';
import type { CoverageData } from '../../testing/coverage/coverageData';
import { CoveragePaths } from '../../testing/coverage/coveragePaths';
import { readRecording } from '../../testing/coverage/readRecording';
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
	const { checkout, runner, interpreters } = context;
	const [folder, program] = [
		`${ownFolder}/${recordsFolder}`,
		`${ownFolder}/${coverage.recorder?.program ?? 'recorder'}`,
	];
	const values = { coverage: `${checkout.folder}/${folder}`, recorder: program };
	const filled = (variables: Readonly<Record<string, string>> = {}) =>
		Object.fromEntries(Object.entries(variables).map(([name, each]) => [name, fillText(each, values)]));
	await checkout.remove(folder);
	await checkout.write(`${folder}/empty`, '');
	await checkout.write(program, coverage.recorder?.text ?? '');
	const { onOutput: _shownBefore, ...quiet } = context;
	const tracing = {
		...{ program, text: '', options: (coverage.options ?? []).map(option => fillText(option, values)) },
		variables: filled(coverage.variables),
	};
	const ran = await runReproducer({ ...quiet, tracing }, text);
	if (ran.verdict !== 'reproduced') {
		return { problem: `While it was measured, the reproducer did not fail as before. ${ran.why}` };
	}
	if (coverage.after !== undefined) {
		const known = { ...values, program: interpreters?.get(ran.program) ?? ran.program };
		await runner.run({
			command: coverage.after.command.map(word => fillText(word, known)),
			...{ cwd: checkout.folder, reach: checkout.reach, env: filled(coverage.after.variables) },
			timeoutMs: afterMs,
			...(context.signal && { signal: context.signal }),
		});
	}
	const lines = new Map<string, ReadonlySet<number>>();
	const paths = new CoveragePaths(index, checkout.folder, '');
	for await (const written of readRecording(coverage, { checkout, folder, start: '', paths })) {
		for (const [path, own] of written.lines) {
			lines.set(path, new Set([...(lines.get(path) ?? []), ...own]));
		}
	}
	return lines.size === 0 ? { problem: 'Nothing was recorded of the reproducer.' } : { lines };
}

const recordsFolder = 'records';
const afterMs = 60_000;
