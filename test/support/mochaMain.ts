import { runMocha } from './runMocha';
import { readTestPlan } from './testPlan';

void runMocha(readTestPlan()).then(({ failed }) => {
	// A test that leaves a timer or a child process behind must not keep the run alive.
	process.exit(failed === 0 ? 0 : 1);
});
