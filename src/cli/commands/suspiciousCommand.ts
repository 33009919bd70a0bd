import { measureSpectrum } from '../../localizer/pure/ranking/measureSpectrum';
import { usualCoverageTimeoutMs } from '../../sandbox/pure/execution/executionDeps';
import { UserError } from '../../system/pure/errors/userError';
import { spectrumFormulas } from '../../testing/pure/spectrum/formulas';
import { openExecution } from '../cliEngine';
import {
	type Command,
	type CommandCall,
	count,
	textOption,
	textOptions,
	UsageError,
	workspaceOption,
} from '../command';
import { executionOptions } from '../engineOptions';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';
import { spectrumText } from '../output/spectrumText';
import help from './suspiciousHelp.md';

/** `faultline suspicious`: functions by the executions of failing and passing tests. */
export const suspiciousCommand: Command = {
	name: 'suspicious',
	help,
	options: {
		...workspaceOption,
		test: { type: 'string', multiple: true },
		formula: { type: 'string' },
		limit: { type: 'string' },
		execute: { type: 'boolean' },
		...executionOptions,
	},
	async run(call) {
		const { values, positionals, terminal, signal, log } = call;
		const failing = [...textOptions(values, 'test'), ...positionals];
		const [formula, limit] = [formulaOption(call), count(call, 'limit') ?? 20];
		const folder = workspaceFolder(call);
		using opened = await openCliWorkspace(folder, call);
		requireCode(opened, folder);
		const { checkouts, coverageTimeoutMs, ...execution } = await openExecution(folder, call);
		const timeoutMs = coverageTimeoutMs ?? usualCoverageTimeoutMs;
		const checkout = await checkouts.create('suspicious', signal);
		try {
			const { spectrum, problem } = await measureSpectrum(
				opened.workspace,
				{ ...execution, checkout },
				{
					...{ formula, failing, timeoutMs, signal },
					onProgress: progress => terminal.progress(progress),
				},
			);
			if (spectrum === undefined) {
				throw new UserError(problem ?? 'Nothing was measured.');
			}
			if (values.json === true) {
				const { suspects: suspicious, nFailing, nPassing, per, measuredBy } = spectrum;
				const tests = { failing: nFailing, passing: nPassing, per, measuredBy };
				terminal.printJson({ formula, tests, suspicious, ...(problem !== undefined && { problem }) });
			} else {
				terminal.print(spectrumText(spectrum, limit, terminal));
				if (problem !== undefined) {
					log.warn(problem);
				}
			}
			return 0;
		} finally {
			await checkout.dispose();
		}
	},
};

function formulaOption({ values }: CommandCall) {
	const given = textOption(values, 'formula') ?? 'ochiai';
	const formula = spectrumFormulas.find(each => each === given);
	if (formula === undefined) {
		throw new UsageError(`--formula takes ${spectrumFormulas.join(', ')}, not "${given}".`);
	}
	return formula;
}
