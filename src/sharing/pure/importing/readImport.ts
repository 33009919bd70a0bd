import type { PatchEvaluation } from '../../../runs/pure/model/imported';
import { UserError } from '../../../system/pure/errors/userError';
import { fieldsOf } from '../../../system/pure/fields';
import { readDarsTree } from './darsTree';
import { type Evaluations, type ImportedRun, patchKey } from './importedRun';
import { listOf, parseJson, textOf } from './jsonFields';
import { readSweTrajectory } from './sweTrajectory';

/** Views of a run become slow with more; the tools stop long before. */
const maxActions = 20_000;

/** A run of another tool, from the text of its file. `file`: the name, for messages. Throws `UserError`. */
export function readImport(text: string, file: string): ImportedRun {
	const data = fieldsOf(parseJson(text, file));
	const run = Object.hasOwn(data, 'root')
		? readDarsTree(data, file)
		: Object.hasOwn(data, 'trajectory') || Object.hasOwn(data, 'attempts')
			? readSweTrajectory(data, file)
			: undefined;
	if (run === undefined) {
		throw new UserError(
			`${file} has no "root", as a .root file of DARS, and no "trajectory", as a .traj file of SWE-agent.`,
		);
	}
	if (run.actions.length > maxActions) {
		throw new UserError(`${file} has ${run.actions.length} actions; at most ${maxActions} can be imported.`);
	}
	return run;
}

/**
 * Reads the results of DARS's evaluation (`overall_evaluation_results.json`) of patches. A patch is right if its tests
 * report it resolved: the status `success` only means that they ran. Throws `UserError`.
 */
export function readEvaluation(text: string, file: string): Evaluations {
	const entries = listOf(parseJson(text, file));
	if (entries === undefined || entries.length === 0) {
		throw new UserError(`${file} is not a list of evaluated patches. Choose overall_evaluation_results.json of DARS.`);
	}
	const found = new Map<string, Omit<PatchEvaluation, 'patch'>>();
	for (const [at, value] of entries.entries()) {
		const { content, output, status } = fieldsOf(value);
		if (typeof content !== 'string') {
			throw new UserError(`${file} is damaged: entry ${at + 1} has no text "content", the evaluated patch.`);
		}
		const outcome = outcomeOf(textOf(output));
		const printed = textOf(output) || `Status: ${textOf(status)}`;
		// Evaluations that gave no result are repeated: the repetition counts.
		if (outcome !== 'failed' || !found.has(patchKey(content))) {
			found.set(patchKey(content), { outcome, file, output: printed });
		}
	}
	return found;
}

function outcomeOf(output: string): PatchEvaluation['outcome'] {
	const lines = new Set(output.split('\n').map(line => line.trim()));
	const [isResolved, isUnresolved] = ['resolved', 'unresolved'].map(word => lines.has(`Instances ${word}: 1`));
	return isResolved === isUnresolved ? 'failed' : isResolved ? 'resolved' : 'unresolved';
}
