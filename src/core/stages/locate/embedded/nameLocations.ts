import type { SymbolIndex } from '../../../index/symbolIndex';
import type { BugLocation, Evidence } from '../../../model/location';
import type { CallLink } from '../../../rank/callLinks';
import type { CodeUnit } from '../../../rank/codeUnits';
import { type FoundEvidence, type SightingKind, speaksFor } from '../../../rank/foundEvidence';
import type { FieldedDocuments } from '../../../rank/lexical/bm25f';
import { bestFirst } from '../../../rank/rankFusion';
import type { Suspiciousness } from '../../../rank/suspiciousness';
import { placeOfSymbol } from '../../../search/foundPlace';
import { intendedBehavior } from '../intendedBehavior';
import { listed } from '../outcomeText';

/** The rounds in which the words were weighed and calls were followed. */
export interface ReasonNodes {
	readonly words: string | undefined;
	readonly calls: string | undefined;
}

const limits = { locations: 10, least: 3, evidence: 4 };
/** After the first few, a location with less than this share of the first one's score is not named. */
const leastShare = 0.7;

/** The most suspicious functions as locations, best first; `dismissed` are positions that are not the bug. */
export function nameLocations(
	suspiciousness: Suspiciousness,
	index: SymbolIndex,
	{ dismissed, nodes }: { readonly dismissed: ReadonlySet<number>; readonly nodes: ReasonNodes },
): BugLocation[] {
	const { functions } = suspiciousness.scores();
	const best = bestFirst(functions).filter(at => !dismissed.has(at));
	const enough = leastShare * (functions[best[0] ?? -1] ?? 0);
	const named = best.filter((at, rank) => rank < limits.least || (functions[at] ?? 0) >= enough);
	return named.slice(0, limits.locations).flatMap(at => {
		const unit = suspiciousness.model.functions[at];
		const symbol = unit?.symbols[0];
		return unit === undefined || symbol === undefined
			? []
			: [
					{
						id: locationId(unit),
						...placeOfSymbol(index, symbol),
						intendedBehavior: intendedBehavior(suspiciousness.brief, `${unit.qualified} ${unit.file}`),
						score: Math.round((functions[at] ?? 0) * 1000) / 1000,
						evidence: evidenceFor(suspiciousness, at, { scores: functions, nodes }),
					},
				];
	});
}

/** Stable within a run: `file#Class.method`. */
export function locationId({ file, qualified }: CodeUnit): string {
	return `${file}#${qualified}`;
}

interface Grounds {
	readonly scores: Float64Array;
	readonly nodes: ReasonNodes;
}

function evidenceFor(suspiciousness: Suspiciousness, at: number, grounds: Grounds): Evidence[] {
	const found = suspiciousness.evidence
		.filter(finding => speaksFor(suspiciousness.model, finding, at))
		.sort((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || b.weight - a.weight)
		.slice(0, limits.evidence)
		.map(locationEvidence);
	const own = [...found, ...callEvidence(suspiciousness, at, grounds), ...wordEvidence(suspiciousness, at, grounds)];
	return own.length > 0 ? own : fileEvidence(suspiciousness, at, grounds.nodes.words);
}

/** The strongest kinds first. */
const kindOrder: readonly SightingKind[] = ['trace', 'name', 'string', 'path', 'test', 'use', 'base'];

/** The most suspicious function that calls this one or is called by it. */
function callEvidence({ callLinks, model }: Suspiciousness, at: number, { scores, nodes }: Grounds): Evidence[] {
	const linked = callLinks.filter(({ caller, callee }) => (caller === at) !== (callee === at));
	const score = (link: CallLink) => scores[link.caller === at ? link.callee : link.caller] ?? 0;
	const [best] = linked.sort((a, b) => score(b) - score(a));
	const other = best === undefined ? undefined : model.functions[best.caller === at ? best.callee : best.caller];
	if (best === undefined || other === undefined || score(best) < (scores[at] ?? 0) / 2) {
		return [];
	}
	const text = `${best.caller === at ? 'Calls' : 'Is called by'} ${other.qualified}, which is suspicious as well.`;
	return [{ kind: 'calls', text, ...nodeOf(nodes.calls) }];
}

function wordEvidence(suspiciousness: Suspiciousness, at: number, { nodes }: Grounds): Evidence[] {
	const words = sharedWords(suspiciousness, suspiciousness.functionDocuments, at);
	return words === '' ? [] : [{ kind: 'words', text: `Shares with the issue: ${words}.`, ...nodeOf(nodes.words) }];
}

function nodeOf(node: string | undefined): Pick<Evidence, 'node'> {
	return node === undefined ? {} : { node };
}

/**
 * Evidence for a function that the issue itself does not mention: something found in its file, the words of its file,
 * or its file's tests. `node` is the round in which words and tests were weighed.
 */
function fileEvidence(suspiciousness: Suspiciousness, at: number, node: string | undefined): Evidence[] {
	const file = suspiciousness.model.fileOf[at] ?? -1;
	const path = suspiciousness.model.files[file];
	const found = suspiciousness.evidence.find(({ places }) => places.some(place => place.file === path));
	if (found !== undefined) {
		return [locationEvidence({ ...found, text: `Found in the same file: ${found.text}` })];
	}
	const words = sharedWords(suspiciousness, suspiciousness.fileDocuments, file);
	const texts = [
		...(words === '' ? [] : [`In a file that shares with the issue: ${words}.`]),
		...(suspiciousness.isTested(file) ? ['In a file whose tests share words with the issue.'] : []),
	];
	return texts.map(text => ({ kind: 'words', text, ...(node === undefined ? {} : { node }) }));
}

const wordLimit = 5;

/**
 * The most distinctive words that a function or file has in common with the issue, as the issue writes them; '' if
 * none.
 */
function sharedWords({ queries }: Suspiciousness, documents: FieldedDocuments, at: number): string {
	const terms = documents.matchedTerms(at, queries.everything);
	const words = new Set(terms.flatMap(term => queries.written.get(term) ?? []));
	return listed([...words].slice(0, wordLimit));
}

const evidenceKinds: Readonly<Record<SightingKind, Evidence['kind']>> = {
	trace: 'trace',
	test: 'test',
	name: 'name',
	base: 'name',
	use: 'name',
	path: 'path',
	string: 'string',
};

/** A finding as evidence for a location. */
function locationEvidence({ kind, text, node }: FoundEvidence): Evidence {
	return { kind: evidenceKinds[kind], text, node };
}
