import type { Workspace } from '../../../history/pure/workspace';
import type { Clock } from '../../../system/pure/clock';
import type { ExecutionDeps } from '../execution/executionDeps';
import { BackgroundServer, type ServerTimes, usualServerTimes } from './backgroundServer';
import { Cells } from './cells';
import { CheckoutWorkbench } from './checkoutWorkbench';
import { CurrentCode } from './currentCode';
import { quietCheckout } from './quietCheckout';
import { QuietPrograms } from './quietPrograms';
import type { Workbench } from './workbench';

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

/** A workbench over a new scratch checkout of the workspace. Throws `UserError` if none can be made. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
	const { workspace, execution, clock, runId, signal, serverTimes: times = usualServerTimes } = options;
	const { runner, timeoutMs = usualTimeoutMs, interpreters } = execution;
	const copy = await execution.checkouts.create('workbench', signal, runId);
	const { languages } = workspace.parser;
	const place = { checkout: copy, interpreters, languages };
	const cells = new Cells({ ...place, runner, clock, signal, timeoutMs });
	const server = new BackgroundServer({ ...place, runner, clock, signal, times });
	const quiet = new QuietPrograms(clock, () => [...cells.running, ...server.running]);
	const checkout = quietCheckout(copy, quiet);
	try {
		const code = await CurrentCode.open(workspace, checkout.files, signal);
		return new CheckoutWorkbench({ ...place, checkout, runner, clock, signal, timeoutMs, code, cells, server, quiet });
	} catch (error) {
		await checkout.dispose();
		throw error;
	}
}
