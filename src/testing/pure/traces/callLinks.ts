import { CallResolver } from '../../../code/pure/calls/callResolver';
import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { Reference } from '../../../code/pure/definitions/sourceParser';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';

/** A call between two functions, as far as some files show. Positions in the model. */
export interface CallLink {
	readonly caller: number;
	readonly callee: number;
	/** How likely the callee is the called one: the inverse of the number of definitions of its name. */
	readonly share: number;
	/** The line of the first such call, in the file of the caller. */
	readonly line: number;
	/** Whether the code states that the callee is meant; else the callee only has the name. */
	readonly isResolved: boolean;
}

/** A name with more definitions than this is not followed. */
const definitionLimit = 6;

/** The calls in some files. Throws when the signal is aborted. */
export async function readCallLinks(
	workspace: Workspace,
	model: CodeModel,
	paths: readonly string[],
	signal?: AbortSignal,
): Promise<CallLink[]> {
	const links: CallLink[] = [];
	for (const path of paths) {
		signal?.throwIfAborted();
		links.push(...(await linksIn(workspace, model, path, signal)));
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

/** After so many calls other work gets its turn. */
const callsPerTurn = 2000;

async function linksIn(
	{ index, parser, files }: Workspace,
	model: CodeModel,
	path: string,
	signal: AbortSignal | undefined,
): Promise<CallLink[]> {
	const id = index.file(path)?.language;
	const language = parser.languages.find(each => each.id === id);
	if (language === undefined) {
		return [];
	}
	const text = await readIfText(files, path);
	const calls = (await parser.references(language, text, signal)).filter(isCall);
	const resolver = new CallResolver(model, index, { path, text, receivers: language.receivers });
	const byName = new Map<string, Call[]>();
	for (const [at, call] of calls.entries()) {
		if (at % callsPerTurn === callsPerTurn - 1) {
			await new Promise(resolve => setTimeout(resolve));
			signal?.throwIfAborted();
		}
		const caller = model.functionAt(path, call.line);
		if (caller >= 0) {
			const key = `${caller} ${call.name}`;
			byName.set(key, [...(byName.get(key) ?? []), { ...call, caller, callees: resolver.resolve(caller, call) }]);
		}
	}
	return [...byName.values()].flatMap(same => linksOf(model, same));
}

/** Whether a reference is a call or makes an object of a class. */
export function isCall({ kind }: Pick<Reference, 'kind'>): boolean {
	return kind === 'call' || kind === 'class';
}

interface Call extends Reference {
	readonly caller: number;
	/** The functions it resolves to. */
	readonly callees: readonly number[];
}

/** The links of all calls of one name in one function: to the functions they resolve to, else to all of that name. */
function linksOf(model: CodeModel, calls: readonly Call[]): CallLink[] {
	const resolved = calls.flatMap(({ caller, callees, line }) =>
		callees.map(callee => ({ caller, callee, share: 1 / callees.length, line, isResolved: true })),
	);
	const [first] = calls;
	if (first === undefined || resolved.length > 0 || calls.every(({ kind }) => kind === 'class')) {
		const callees = resolved.map(({ callee }) => callee);
		return resolved.filter(({ caller, callee }, at) => callee !== caller && callees.indexOf(callee) === at);
	}
	const { caller, line, name } = first;
	const named = meantBy(model, caller, name).filter(callee => callee !== caller);
	return named.map(callee => ({ caller, callee, share: 1 / named.length, line, isResolved: false }));
}

/** Of several definitions of a name, those in the caller's own class, else in its file. */
function meantBy(model: CodeModel, caller: number, name: string): readonly number[] {
	const from = model.unit(caller);
	const all = model.functionsNamed(name);
	const inFile = all.filter(at => model.unit(at)?.file === from?.file);
	const inClass = inFile.filter(at => model.unit(at)?.owner === from?.owner);
	if (inClass.length > 0) {
		return inClass;
	}
	return all.length <= definitionLimit ? all : inFile;
}
