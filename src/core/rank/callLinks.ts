import type { Workspace } from '../workspace';
import type { CodeModel } from './codeModel';
import { readIfText } from './readIfText';

/** A call between two functions, as far as some files show. Positions in the model. */
export interface CallLink {
	readonly caller: number;
	readonly callee: number;
	/** How likely the callee is the called one: the inverse of the number of definitions of its name. */
	readonly share: number;
}

/** A name with more definitions than this is not followed. */
const definitionLimit = 6;

/** The calls in some files, resolved by the called names. Throws when the signal is aborted. */
export async function readCallLinks(
	workspace: Workspace,
	model: CodeModel,
	paths: readonly string[],
	signal?: AbortSignal,
): Promise<CallLink[]> {
	const links: CallLink[] = [];
	for (const path of paths) {
		signal?.throwIfAborted();
		const called = await calledNames(workspace, path);
		const seen = new Set<string>();
		for (const { name, line } of called) {
			const caller = model.functionAt(path, line);
			const key = `${caller} ${name}`;
			if (caller >= 0 && !seen.has(key)) {
				seen.add(key);
				links.push(...linksTo(model, caller, name));
			}
		}
	}
	return links;
}

/** For every function the sum of the scores of its callees and callers. */
export function scoresOfNeighbors(links: readonly CallLink[], scores: Float64Array): Float64Array {
	const sums = new Float64Array(scores.length);
	for (const { caller, callee, share } of links) {
		sums[callee] = (sums[callee] ?? 0) + (scores[caller] ?? 0) * share;
		sums[caller] = (sums[caller] ?? 0) + (scores[callee] ?? 0) * share;
	}
	return sums;
}

async function calledNames(workspace: Workspace, path: string): Promise<readonly { name: string; line: number }[]> {
	const id = workspace.index.file(path)?.language;
	const language = workspace.parser.languages.find(each => each.id === id);
	if (language === undefined) {
		return [];
	}
	const references = await workspace.parser.references(language, await readIfText(workspace.files, path));
	return references.filter(({ kind }) => kind === 'call');
}

function linksTo(model: CodeModel, caller: number, name: string): CallLink[] {
	const callees = meantBy(model, caller, name).filter(callee => callee !== caller);
	return callees.map(callee => ({ caller, callee, share: 1 / callees.length }));
}

/** Of several definitions of a name, those in the caller's own class, else in its file. */
function meantBy(model: CodeModel, caller: number, name: string): readonly number[] {
	const from = model.functions[caller];
	const all = model.functionsNamed(name);
	const inFile = all.filter(at => model.functions[at]?.file === from?.file);
	const inClass = inFile.filter(at => model.functions[at]?.container === from?.container);
	if (inClass.length > 0) {
		return inClass;
	}
	return all.length <= definitionLimit ? all : inFile;
}
