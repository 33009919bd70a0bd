import type * as vscode from 'vscode';
import { rover } from '../../src/engine/strategies/rover';
import { modelSetup } from '../../src/engine/strategies/runSetup';
import type { Caps } from '../../src/models/pure/limits/spending';
import { systemClock } from '../../src/system/node/systemClock';
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
export function modelRunParts(script: readonly Scripted[], caps: Caps = {}, memory?: vscode.Memento): ModelParts {
	const model = new ScriptedModel('tools', script);
	const options = { clock: systemClock, caps, maxRounds: 5, seeds: false };
	const parts = runParts({
		locate: locateExample,
		...(memory !== undefined && { memory }),
		setup: watch => modelSetup(rover, model, { ...options, ...watch }),
	});
	return { ...parts, model };
}
