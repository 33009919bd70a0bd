import type { TestPlan } from './runMocha';

/** The plan test/run.mjs made for this process. */
export function readTestPlan(): TestPlan {
	const text = process.env.FAULTLINE_TEST_PLAN;
	if (!text) {
		throw new Error('FAULTLINE_TEST_PLAN is not set: start the tests with `node test/run.mjs`');
	}
	return JSON.parse(text) as TestPlan;
}
