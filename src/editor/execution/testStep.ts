import * as vscode from 'vscode';
import type { Workspace } from '../../history/pure/workspace';
import type { CommitExecution } from '../../sandbox/pure/execution/commitCheckouts';
import { Disposals } from '../../system/pure/disposing/disposals';
import { UserError } from '../../system/pure/errors/userError';
import type { Progress } from '../../system/pure/progress';
import { engineText } from '../engineText';
import type { WorkspaceIndex } from '../workspaceIndex/workspaceIndex';
import type { ExecutionPlace } from './executionPlace';
import type { WorkspaceCheckouts } from './workspaceCheckouts';

/** What runs tests of the project in this window. */
interface TestServices {
	readonly execution: ExecutionPlace;
	readonly checkouts: WorkspaceCheckouts;
	readonly index: WorkspaceIndex;
}

/** What a step that runs tests of the project has. */
export interface TestStep {
	readonly workspace: Workspace;
	readonly execution: CommitExecution;
	readonly signal: AbortSignal;
	report(progress: Progress): void;
}

/**
 * Runs a step in a notification that can be cancelled, once the user agreed that tests of the project run. Undefined if the user
 * does not. Throws `UserError` in Restricted Mode.
 */
export async function runTestStep<T>(
	{ execution, checkouts, index }: TestServices,
	{ title, what }: { readonly title: string; readonly what: string },
	step: (deps: TestStep) => Promise<T>,
): Promise<T | undefined> {
	if (!execution.isTrusted()) {
		throw new UserError('This folder is in Restricted Mode. Trust it to run its tests.', {
			cures: [{ kind: 'trust' }],
		});
	}
	if (!(await execution.askForTests(what))) {
		return undefined;
	}
	const deps = await execution.forTests(each => checkouts.with(each));
	if (deps === undefined) {
		return undefined;
	}
	const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
	return vscode.window.withProgress(options, async (shown, token) => {
		const abort = new AbortController();
		token.onCancellationRequested(() => abort.abort(new vscode.CancellationError()));
		shown.report({ message: engineText('running it as it is now') });
		using uses = new Disposals();
		const workspace = await index.upToDate(uses);
		const report = ({ message = '' }: Progress) => shown.report({ message: engineText(message) });
		return step({ workspace, execution: deps, signal: abort.signal, report });
	});
}
