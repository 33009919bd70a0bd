import { runMocha } from '../support/runMocha';
import { readTestPlan } from '../support/testPlan';

/** What VS Code calls in the extension host: runs the bundled tests of this folder there. */
export async function run(): Promise<void> {
	// A desktop VS Code prints the log unchanged; our runner has to find the report in a log.
	const marked = process.env.FAULTLINE_VSCODE === undefined;
	const { failed } = await runMocha({ ...readTestPlan(), marked });
	if (failed > 0) {
		throw new Error(`${failed} failed`);
	}
}
