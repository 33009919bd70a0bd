import type { Checkouts } from '../../core/ports';
import type { ExecutionParts } from '../../core/stages/reproduce/reproducerRuns';
import { ProcessRunner } from '../../node/processRunner';
import { askToExecute } from './executionConsent';
import { TerminalRunner } from './terminalRunner';

/** What a fix may run: what the person allows. `cancelled`: they changed their mind. */
export async function openExecution(
	checkouts: Checkouts,
	model: string,
): Promise<ExecutionParts | 'nothing' | 'cancelled'> {
	const consent = await askToExecute(model);
	if (consent === undefined) {
		return 'cancelled';
	}
	if (consent === 'onlyWrite') {
		return 'nothing';
	}
	return { checkouts, runner: new TerminalRunner(new ProcessRunner(), 'Faultline: Reproducer') };
}
