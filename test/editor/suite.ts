import { runMocha } from '../support/runMocha';
import { readTestPlan } from '../support/testPlan';

/** What VS Code calls in the extension host: runs the bundled tests of this folder there. */
export async function run(): Promise<void> {
	const { failed } = await runMocha({ ...readTestPlan(), marked: true });
	if (failed > 0) {
		throw new Error(`${failed} failed`);
	}
}
