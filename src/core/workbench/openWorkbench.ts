import type { ExecutionDeps } from '../execution/executionDeps';
import type { Clock } from '../ports';
import type { Workbench } from '../tools/actions/workbench';
import type { Workspace } from '../workspace';
import { BackgroundServer, type ServerTimes, usualServerTimes } from './backgroundServer';
import { Cells } from './cells';
import { CheckoutWorkbench } from './checkoutWorkbench';
import { CurrentCode } from './currentCode';

export interface WorkbenchOptions {
	/** The user's. */
	readonly workspace: Workspace;
	readonly execution: ExecutionDeps;
	readonly clock: Clock;
	/** Its snapshots are kept with this run; absent: they are gone with the workbench. */
	readonly runId?: string;
	readonly signal: AbortSignal;
	readonly serverTimes?: ServerTimes;
}

/** For a command or a cell that is waited for. */
const usualTimeoutMs = 120_000;

/** A workbench over a new scratch checkout of the workspace. Throws `UserError` where none can be made. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
	const { workspace, execution, clock, runId, signal, serverTimes: times = usualServerTimes } = options;
	const { runner, timeoutMs = usualTimeoutMs, interpreters } = execution;
	const checkout = await execution.checkouts.create('workbench', signal, runId);
	try {
		const code = await CurrentCode.open(workspace, checkout.files, signal);
		const { languages } = workspace.parser;
		const deps = { runner, clock, signal, checkout, interpreters, languages, timeoutMs };
		const cells = new Cells(deps);
		return new CheckoutWorkbench({ ...deps, code, cells, server: new BackgroundServer({ ...deps, times }) });
	} catch (error) {
		await checkout.dispose();
		throw error;
	}
}
