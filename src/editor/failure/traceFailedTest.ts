import * as vscode from 'vscode';
import type { NamedTest } from '../../runs/pure/model/issue';
import type { LineValues } from '../../testing/pure/callTrace/lineValues';
import type { TraceReport } from '../../testing/pure/callTrace/traceReport';
import { runTestStep } from '../execution/testStep';
import type { Services } from '../services';

/** A trace as it is shown. */
export interface ShownTrace {
	readonly title: string;
	readonly report: TraceReport;
	/** The report. */
	readonly text: string;
	readonly values: LineValues;
	/** Where the failure was raised. */
	readonly place?: { readonly file: string; readonly startLine: number; readonly endLine: number };
}

/**
 * Runs a failed test once more under a recorder, once the user agreed. Undefined if the user cancelled. Throws `UserError` in
 * Restricted Mode, and if it cannot be recorded.
 */
export function traceFailedTest(services: Services, failed: NamedTest): Promise<ShownTrace | undefined> {
	const title = vscode.l10n.t('What {0} Did', failed.names.at(-1) ?? failed.id);
	const what = vscode.l10n.t(
		'The failed test and the other tests of its file run once more in a copy of your workspace, and their calls are recorded.',
	);
	return runTestStep(services, { title, what }, async ({ workspace, execution, signal }) => {
		const { traceTest } = await import('../../testing/pure/callTrace/traceTests');
		const { lineValues } = await import('../../testing/pure/callTrace/lineValues');
		const { traceText } = await import('../../testing/pure/callTrace/traceText');
		const { report, textOf } = await traceTest(failed, workspace, execution, { signal });
		const last = report.path.at(-1);
		const line = last?.raised?.line;
		return {
			...{ title, report, text: traceText(report, textOf), values: lineValues(report) },
			...(last && line && { place: { file: last.file, startLine: line, endLine: line } }),
		};
	});
}
