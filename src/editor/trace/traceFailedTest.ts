import * as vscode from 'vscode';
import { Disposals } from '../../system/pure/disposing/disposals';
import { UserError } from '../../system/pure/errors/userError';
import type { LineValues } from '../../testing/pure/callTrace/lineValues';
import { engineText } from '../engineText';
import { askToTrace } from '../execution/executionConsent';
import { readTestArgument } from '../locate/registerLocate';
import type { Services } from '../services';

/** A trace as it is shown. */
interface ShownTrace {
	readonly title: string;
	/** The report. */
	readonly text: string;
	readonly values: LineValues;
	/** Where the failure was raised. */
	readonly place?: { readonly file: string; readonly startLine: number; readonly endLine: number };
}

/**
 * Runs a failed test of VS Code's test menus once more under a recorder, once the user agreed. Undefined if the user
 * cancelled. Throws `UserError` if the argument is no test, in Restricted Mode, and if it cannot be recorded.
 */
export async function traceFailedTest(
	{ execution, checkouts, index }: Services,
	argument: unknown,
): Promise<ShownTrace | undefined> {
	const failed = readTestArgument(argument);
	if (failed === undefined) {
		throw new UserError('Select a failed test in Test Results.');
	}
	if (!execution.isTrusted()) {
		throw new UserError('This folder is in Restricted Mode. Trust it to run its tests.', {
			cures: [{ kind: 'trust' }],
		});
	}
	if (!(await askToTrace(await execution.open()))) {
		return undefined;
	}
	const deps = await execution.forTests(each => checkouts.with(each));
	if (deps === undefined) {
		return undefined;
	}
	const title = vscode.l10n.t('What {0} Did', failed.names.at(-1) ?? failed.id);
	const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
	return vscode.window.withProgress(options, async (progress, token) => {
		const abort = new AbortController();
		token.onCancellationRequested(() => abort.abort(new vscode.CancellationError()));
		const { signal } = abort;
		const { traceTest } = await import('../../testing/pure/callTrace/traceTests');
		const { lineValues } = await import('../../testing/pure/callTrace/lineValues');
		const { traceText } = await import('../../testing/pure/callTrace/traceText');
		progress.report({ message: engineText('running it as it is now') });
		using uses = new Disposals();
		const workspace = await index.upToDate(uses);
		const { report, textOf } = await traceTest(failed, workspace, deps, { signal });
		const last = report.path.at(-1);
		const line = last?.raised?.line;
		return {
			...{ title, text: traceText(report, textOf), values: lineValues(report) },
			...(last && line && { place: { file: last.file, startLine: line, endLine: line } }),
		};
	});
}
