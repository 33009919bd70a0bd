import Mocha from 'mocha';
import { runMocha } from '../support/runMocha';
import { readTestPlan } from '../support/testPlan';

/** What VS Code calls in the extension host: runs the bundled tests of this folder there. */
export async function run(): Promise<void> {
	leaveOutOtherExtensions();
	// A desktop VS Code prints the log unchanged; our runner has to find the report in a log.
	const marked = process.env.FAULTLINE_VSCODE === undefined;
	const { failed } = await runMocha({ ...readTestPlan(), marked });
	if (failed > 0) {
		throw new Error(`${failed} failed`);
	}
}

/**
 * Mocha takes any uncaught error of the process for one of the test that runs. In the extension host it may be one of an
 * extension that VS Code brings along: git writes to a process that has ended, where a test deletes its repository.
 */
function leaveOutOtherExtensions(): void {
	const runner = Mocha.Runner.prototype as unknown as { _uncaught(this: unknown, error: unknown): void };
	const { _uncaught: uncaught } = runner;
	runner._uncaught = function (error) {
		const stack = error instanceof Error ? (error.stack ?? '') : '';
		const places = stack.split('\n').filter(line => /^\s+at /.test(line) && !/node:|<anonymous>/.test(line));
		if (places.length > 0 && places.every(line => /[/\\]vscode[/\\]extensions[/\\]/.test(line))) {
			console.log(`left out, of another extension: ${stack}`);
		} else {
			uncaught.call(this, error);
		}
	};
}
