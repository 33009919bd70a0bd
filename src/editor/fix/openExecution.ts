import type { ExecutionDeps } from '../../core/execution/executionDeps';
import type { Checkouts } from '../../core/ports';
import { ProcessRunner } from '../../node/processRunner';
import { askToExecute } from './executionConsent';
import { TerminalRunner } from './terminalRunner';

/** What a fix may run: what the person allows. `cancelled`: they changed their mind. */
export async function openExecution(
	checkouts: Checkouts,
	model: string,
	testCommand: string | undefined,
): Promise<ExecutionDeps | 'nothing' | 'cancelled'> {
	const consent = await askToExecute(model, testCommand);
	if (consent === undefined) {
		return 'cancelled';
	}
	if (consent === 'onlyWrite') {
		return 'nothing';
	}
	const runner = new TerminalRunner(new ProcessRunner(), 'Faultline: Reproducer');
	return { checkouts, runner, ...(testCommand !== undefined && { testCommand }) };
}
