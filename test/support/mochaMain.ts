import { runFile } from './runMocha';
import { readTestPlan } from './testPlan';

/** What test/run.mjs sends: the absolute path of a bundled test file, when the one before has ended, or that none follows. */
type Order = { readonly file: string } | { readonly isLast: true };

/** Runs files in this process until the parent ends it. The report of a file is sent with its counts. */
function runOrders(): void {
	const { grep } = readTestPlan();
	// No test leaves a server behind; those about servers ask for one.
	process.env.FAULTLINE_ALONE = '1';
	process.on('message', (order: Order) => {
		if ('isLast' in order) {
			// A test that leaves a timer or a child process behind must not keep the process alive.
			process.exit(0);
		}
		void runFile(order.file, grep, () => process.send?.({ isAlive: true })).then(result => process.send?.(result));
	});
	process.on('disconnect', () => process.exit(1));
	process.send?.({ isReady: true });
}

runOrders();
