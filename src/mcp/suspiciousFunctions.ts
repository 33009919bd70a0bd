import { textArgument } from '../models/pure/tools/toolArguments';
import { placeName, placeText } from '../runs/pure/model/placeText';
import {
	formulaNames,
	runByText,
	type Spectrum,
	type Suspect,
	spectrumCounts,
} from '../runs/pure/model/testing/spectrum';
import { usualCoverageTimeoutMs } from '../sandbox/pure/execution/executionDeps';
import { UserError } from '../system/pure/errors/userError';
import type { PublicContext, PublicTool } from './publicTool';
import { placeData, readCall } from './searchingTools';
import description from './suspiciousFunctions.md';

const mostSuspects = 20;
const formula = 'ochiai';

/** Functions by the executions of failing and passing tests. */
export const suspiciousFunctions: PublicTool = {
	name: 'suspicious_functions',
	aliases: ['suspicious', 'fault_localization', 'spectrum'],
	title: 'Suspicious Functions',
	description,
	parameters: [
		{ name: 'tests', type: 'string', default: '', aliases: ['test', 'failing', 'failing_tests', 'test_ids'] },
	],
	executes: true,
	async run(args, context) {
		const failing = textArgument(args, 'tests')
			.split(/[\s,]+/)
			.filter(Boolean);
		const { spectrum, problem } = await measure(failing, context);
		if (spectrum === undefined) {
			throw new UserError(problem ?? 'Nothing was measured.');
		}
		const hidden = await context.hidden();
		const suspects = spectrum.suspects.filter(({ file }) => hidden.hides(file) === undefined).slice(0, mostSuspects);
		const [first] = suspects;
		const notes = problem === undefined ? [] : [problem];
		return {
			ok: true,
			text: [headText(spectrum), ...suspects.map((each, at) => suspectText(each, at, spectrum)), ...notes].join('\n'),
			places: suspects,
			data: { locations: suspects.map(each => ({ ...placeData(each), score: each.score })) },
			...(first && { next: readCall(first, 'to read the most suspicious one') }),
		};
	},
};

/** In a scratch copy, which is removed. */
async function measure(failing: readonly string[], { open, execution, signal, onProgress }: PublicContext) {
	if (execution === undefined) {
		throw new UserError('Programs of the project may not be run: the user must allow it first.');
	}
	const workspace = await open();
	const { checkouts, coverageTimeoutMs: timeoutMs = usualCoverageTimeoutMs, ...deps } = execution;
	const { measureSpectrum } = await import('../localizer/pure/ranking/measureSpectrum');
	const checkout = await checkouts.create('suspicious', signal);
	try {
		return await measureSpectrum(workspace, { ...deps, checkout }, { formula, failing, timeoutMs, signal, onProgress });
	} finally {
		await checkout.dispose();
	}
}

function headText(spectrum: Spectrum): string {
	const per = spectrum.per === 'test' ? 'test' : 'file of tests';
	return `${spectrumCounts(spectrum)}, measured by ${spectrum.measuredBy} for each ${per} (${formulaNames[formula]})`;
}

function suspectText(suspect: Suspect, at: number, spectrum: Spectrum): string {
	const best = suspect.lines.filter(({ score }) => score === suspect.score).map(({ line }) => line);
	const head = `${at + 1}. ${placeText(suspect)}  ${placeName(suspect)}  ${suspect.score.toFixed(3)}`;
	return `${head}\n   ${runByText(suspect, spectrum)} Most suspicious: ${best.join(', ')}.`;
}
