import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { Ranking } from '../../../runs/pure/model/location';
import { bestFirst } from './rankFusion';
import type { SuspiciousnessScores } from './suspiciousnessScores';

const limits = { functions: 200, modules: 100, files: 100 };
/** Shorter lists are filled up with the rest of the workspace, in the order of paths. */
const least = 10;

/** All suspects, best first. Functions at the positions in `dismissed` come last, regardless of their score. */
export function suspiciousnessRanking(
	model: CodeModel,
	{ functions, files }: SuspiciousnessScores,
	dismissed: ReadonlySet<number>,
): Ranking {
	const { order, modules } = orderOf(model, functions, dismissed);
	return {
		files: filled(bestFirst(files, limits.files), model.files.length)
			.slice(0, limits.files)
			.flatMap(at => model.files[at] ?? []),
		modules: [...modules],
		functions: order.slice(0, limits.functions).flatMap(at => model.unit(at)?.id ?? []),
	};
}

/** The functions in order, as many as are in enough modules, and these: of most code that is a small part of all. */
function orderOf(
	model: CodeModel,
	functions: Float64Array,
	dismissed: ReadonlySet<number>,
): { readonly order: readonly number[]; readonly modules: ReadonlySet<string> } {
	for (let most = limits.functions + dismissed.size; ; most *= 8) {
		const best = bestFirst(functions, most);
		const isAll = best.length < most;
		const suspected = filled(best, model.nFunctions);
		const kept = suspected.filter(at => !dismissed.has(at));
		const order = isAll ? [...kept, ...suspected.filter(at => dismissed.has(at))] : kept;
		const modules = modulesOf(model, order);
		if (isAll || modules.size === limits.modules) {
			return { order, modules };
		}
	}
}

function modulesOf(model: CodeModel, order: readonly number[]): ReadonlySet<string> {
	const modules = new Set<string>();
	for (let at = 0; at < order.length && modules.size < limits.modules; at++) {
		const unit = model.unit(order[at] ?? -1);
		if (unit !== undefined) {
			modules.add(unit.module);
		}
	}
	return modules;
}

function filled(order: readonly number[], size: number): readonly number[] {
	const known = new Set(order.slice(0, least));
	const rest: number[] = [];
	for (let at = 0; at < size && order.length + rest.length < least; at++) {
		if (!known.has(at)) {
			rest.push(at);
		}
	}
	return [...order, ...rest];
}
