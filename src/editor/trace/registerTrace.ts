import * as vscode from 'vscode';
import { shownText } from '../../system/pure/text/shownText';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { registerDocuments } from '../showError';
import { openPlace } from '../workspacePaths';
import { traceFailedTest } from './traceFailedTest';
import { ValueDecorations } from './valueDecorations';

const scheme = 'faultline-trace';

/** Registers the trace of a failed test: values at the ends of lines, and the report in a tab behind the failing line. */
export function registerTrace(services: Services): vscode.Disposable {
	const { log, context } = services;
	const values = new ValueDecorations();
	const changed = new vscode.EventEmitter<vscode.Uri>();
	let text = '';
	return vscode.Disposable.from(
		...[values, changed],
		registerDocuments(scheme, { onDidChange: changed.event, provideTextDocumentContent: () => shownText(text) }),
		registerCommand(log, commands.traceTest, async argument => {
			const trace = await traceFailedTest(services, argument);
			if (trace === undefined) {
				return;
			}
			text = trace.text;
			values.show(trace.values);
			context.set(contextKeys.traceShown, true);
			const report = vscode.Uri.from({ scheme, path: `/${trace.title}` });
			changed.fire(report);
			await vscode.window.showTextDocument(report, { preview: false });
			if (trace.place !== undefined) {
				await openPlace(trace.place);
			}
		}),
		registerCommand(log, commands.traceClear, () => {
			values.show(new Map());
			context.set(contextKeys.traceShown, false);
		}),
	);
}
