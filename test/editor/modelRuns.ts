import type { Caps } from '../../src/core/agent/spending';
import { modelEngine } from '../../src/node/runEngine';
import { type Scripted, ScriptedModel } from '../support/scriptedModel';
import { locateExample, type RunParts, runParts } from './runParts';

export const searched: Scripted = [['search_method', { method_name: 'total' }]];

/** The model's last word. */
export const reported: Scripted = [
	['report_bug_locations', { bug_locations: [{ file: 'shop.py', method: 'total', intended_behavior: 'add up' }] }],
];

export interface ModelParts extends RunParts {
	readonly model: ScriptedModel;
}

/** A controller whose runs are a scripted model's. */
export function modelRunParts(script: readonly Scripted[], caps: Caps = {}): ModelParts {
	const model = new ScriptedModel('tools', script);
	const clock = { now: () => Date.now() };
	const options = { clock, caps, price: undefined, maxRounds: 5, seeds: false };
	const parts = runParts({
		locate: locateExample,
		engine: ({ supervisor, onText }) => modelEngine(model, { ...options, supervisor, onText }),
	});
	return { ...parts, model };
}
