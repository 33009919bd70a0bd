import type { CodeUnit } from '../../../code/pure/calls/codeUnits';
import { placeOfSymbol } from '../../../code/pure/search/foundPlace';
import { splitLines } from '../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { Issue } from '../../../runs/pure/model/issue';
import type { BugLocation, CodeLine, Evidence, ExecutedFunctionLine } from '../../../runs/pure/model/location';
import type { CodeSymbol, LineRange, Place } from '../../../runs/pure/model/symbol';
import type { WorkspaceFrames } from '../../../testing/pure/traces/workspaceFrames';
import { contributionTexts } from '../additive/contributionTexts';
import type { Ranked } from '../additive/rankedCode';
import { explainLocation } from '../explain/explainLocation';
import { statedBehavior } from '../explain/intendedBehavior';
import { IssueText } from '../explain/issueText';
import { SymbolNames } from '../explain/namedSymbol';
import { type Ground, type IssueGround, type Subject, symbolName } from '../explain/subject';
import { type FoundEvidence, type SightingKind, speaksFor } from '../ranking/foundEvidence';
import { bestFirst } from '../ranking/rankFusion';
import type { Suspiciousness } from '../ranking/suspiciousness';
import { CallGrounds } from './callGrounds';
import { overloadMeant } from './overloadMeant';

/** The rounds that weighed the words and followed calls. */
export interface ReasonNodes {
	readonly words: string | undefined;
	readonly calls: string | undefined;
}

export interface NamingInput {
	readonly ranked: Ranked;
	readonly workspace: Workspace;
	/** Evidence counts the lines of its body. */
	readonly issue: Issue;
	/** Positions of code that is not the bug. */
	readonly dismissed: ReadonlySet<number>;
	readonly nodes: ReasonNodes;
	readonly frames: WorkspaceFrames;
}

const limits = { locations: 10, least: 5, guesses: 3 };
/** After the first few, a location that is less likely is not named. */
const leastLikelihood = 0.02;
/** Of this many most suspicious files, those without functions are named whole: settings, tables, plain text. */
const fileLimit = 3;

/** The most likely functions, and likely files without any, as locations: explained, best first. */
export async function nameLocations(suspiciousness: Suspiciousness, input: NamingInput): Promise<BugLocation[]> {
	const { ranked, dismissed } = input;
	const { functions } = ranked.scores;
	const best = bestFirst(functions, limits.locations + dismissed.size).filter(at => !dismissed.has(at));
	const naming = new Naming(suspiciousness, input);
	const isGuess = ranked.likelihoodOf(best[0] ?? -1) < likelyFrom.first;
	const nLeast = isGuess ? limits.guesses : limits.least;
	const named = best.filter((at, rank) => rank < nLeast || (!isGuess && ranked.likelihoodOf(at) >= leastLikelihood));
	const locations: BugLocation[] = [];
	for (const at of named.slice(0, limits.locations)) {
		locations.push(...(await naming.functionLocation(at, functions, locations.length === 0)));
	}
	return withLessLikely([...locations, ...(await naming.fileLocations(locations.length === 0))]);
}

/** Stable within a run: `file#Class.method`. */
export function locationId({ file, qualified }: CodeUnit): string {
	return `${file}#${qualified}`;
}

class Naming {
	private readonly issue: IssueGround;
	private readonly calls: CallGrounds;

	constructor(
		private readonly suspiciousness: Suspiciousness,
		private readonly input: NamingInput,
	) {
		this.issue = issueGround(suspiciousness, input);
		this.calls = new CallGrounds(suspiciousness, this.issue, at => this.subjectOf(at));
	}

	async functionLocation(at: number, scores: Float64Array, isFirst: boolean): Promise<BugLocation[]> {
		const { model, brief, evidence: found } = this.suspiciousness;
		const unit = model.unit(at);
		const subject = await this.subjectOf(at);
		if (unit === undefined || subject === undefined) {
			return [];
		}
		const about = found.filter(finding => speaksFor(model, finding, at));
		const own = about.filter(({ kind, codeLine }) => kind !== 'trace' || isIn(subject.place, codeLine));
		const called = ranGround(this.suspiciousness.calledAs(at));
		const calls = (await this.calls.of(at, scores)).filter(({ lines }) =>
			lines.every(line => isIn(subject.place, { file: subject.place.file, line })),
		);
		const more = [...own.flatMap(foundGround), ...calls, ...called];
		const { evidence, focus } = explainLocation(subject, this.issue, more);
		return [
			{
				id: locationId(unit),
				...subject.place,
				...statedBehavior(brief, { symbol: symbolName(subject), isFirst }, this.issue.names),
				focus,
				score: rounded(scores[at] ?? 0),
				likelihood: rounded(this.input.ranked.likelihoodOf(at)),
				contributions: contributionTexts(this.input.ranked.contributionsOf(at), evidence),
				evidence: evidence.map(each => withNode(each, about, this.input.nodes)),
			},
		];
	}

	async fileLocations(isFirst: boolean): Promise<BugLocation[]> {
		const { model, brief, evidence: found } = this.suspiciousness;
		const { files } = this.input.ranked.scores;
		const bare = bestFirst(files, fileLimit).filter(at => model.functionsIn(at).length === 0);
		const locations: BugLocation[] = [];
		for (const at of bare) {
			const file = model.files[at] ?? '';
			const lines = await this.linesOf(file);
			const place = { file, startLine: 1, endLine: Math.max(1, lines.length) };
			const { evidence, focus } = explainLocation({ place, symbols: [], file: lines }, this.issue);
			const about = found.filter(({ places }) => places.some(each => each.file === file));
			locations.push({
				id: `${file}#L1-${place.endLine}`,
				...place,
				...statedBehavior(brief, { symbol: undefined, isFirst: isFirst && locations.length === 0 }, this.issue.names),
				focus,
				score: rounded(files[at] ?? 0),
				evidence: evidence.map(each => withNode(each, about, this.input.nodes)),
			});
		}
		return locations;
	}

	private async subjectOf(at: number): Promise<Subject | undefined> {
		const symbol = await this.symbolOf(at);
		if (symbol === undefined) {
			return undefined;
		}
		const own: LineRange[] = [];
		this.suspiciousness.model.forEachRange(at, (startLine, endLine) => {
			if (symbol.startLine <= startLine && endLine <= symbol.endLine) {
				own.push({ startLine, endLine });
			}
		});
		const place = placeOfSymbol(this.input.workspace.index, symbol);
		const { owner = symbol.container } = this.suspiciousness.model.unit(at) ?? {};
		return { place, symbols: [symbol], file: await this.linesOf(symbol.file), own, owner };
	}

	/**
	 * Of several definitions of a function the one with a frame, else the one whose parameters the issue writes, else the one
	 * with a text of the issue, else the first one with a body.
	 */
	private async symbolOf(at: number): Promise<CodeSymbol | undefined> {
		const { model, evidence } = this.suspiciousness;
		const symbols = model.unit(at)?.symbols ?? [];
		const [first] = symbols;
		if (symbols.length < 2 || first === undefined) {
			return first;
		}
		const frames = evidence.flatMap(({ kind, codeLine }) => (kind === 'trace' && codeLine ? [codeLine] : []));
		const texts = evidence.filter(({ kind }) => kind === 'string').flatMap(({ places }) => places);
		const framed = symbols.find(symbol => frames.some(frame => isIn(symbol, frame)));
		const meant = framed ?? overloadMeant(symbols, { text: this.issue.text, file: await this.linesOf(first.file) });
		const withText = symbols.find(symbol =>
			texts.some(({ file, startLine }) => isIn(symbol, { file, line: startLine })),
		);
		return meant ?? withText ?? symbols.find(hasBody) ?? first;
	}

	private async linesOf(file: string): Promise<readonly string[]> {
		return splitLines(await readIfText(this.input.workspace.files, file));
	}
}

function hasBody({ startLine, headerEndLine = startLine, endLine }: CodeSymbol): boolean {
	return endLine > headerEndLine;
}

/** A frame in the body of a class is in none of its functions. */
function isIn({ file, startLine, endLine }: Place, place: CodeLine | undefined): boolean {
	return place === undefined || (place.file === file && startLine <= place.line && place.line <= endLine);
}

function issueGround(suspiciousness: Suspiciousness, { workspace, issue, frames }: NamingInput): IssueGround {
	const counts = new Map<string, number>();
	const { brief, model } = suspiciousness;
	const count = (word: string): number => {
		const n = suspiciousness.nFunctionsWith(word);
		return n === 0 ? Number.POSITIVE_INFINITY : n;
	};
	return {
		brief,
		text: new IssueText(issue.body, issue.title, brief.form),
		names: new SymbolNames(workspace.index),
		placeOfFrame: frame => frames.places.get(frame),
		resolvePath: path => {
			const [file, ...others] = model.filesOfPath(path);
			return others.length === 0 ? file : undefined;
		},
		nFunctions: model.nFunctions,
		nFunctionsWith: word => {
			const known = counts.get(word) ?? count(word);
			counts.set(word, known);
			return known;
		},
	};
}

/**
 * The findings of the trace round: frames, functions the failing line of a test calls, code that sets values a frame
 * reads.
 */
function foundGround({ kind, text, issueLine, codeLine }: FoundEvidence): Ground[] {
	const rests = { ...(issueLine === undefined ? {} : { issueLine }), ...(codeLine === undefined ? {} : { codeLine }) };
	const lines = kind === 'state' && codeLine !== undefined ? [codeLine.line] : [];
	return kind === 'test' || kind === 'trace' || kind === 'state'
		? [{ evidence: { kind, text, ...rests }, lines, weight: 0 }]
		: [];
}

function ranGround(called: ExecutedFunctionLine | undefined): Ground[] {
	const text = called?.evidence ?? 'Ran in the reproducer.';
	return called === undefined ? [] : [{ evidence: { kind: 'ran', text }, lines: [], weight: 0 }];
}

const sightings: Readonly<Partial<Record<Evidence['kind'], readonly SightingKind[]>>> = {
	trace: ['trace'],
	test: ['test'],
	state: ['state'],
	name: ['name', 'use', 'base'],
	path: ['path'],
	string: ['string'],
};

/** With the round that found such evidence. */
function withNode(evidence: Evidence, about: readonly FoundEvidence[], { words, calls }: ReasonNodes): Evidence {
	const kinds = sightings[evidence.kind] ?? [];
	const found = about.find(({ kind }) => kinds.includes(kind));
	const node = found?.node ?? (evidence.kind === 'calls' ? calls : words);
	return node === undefined ? evidence : { ...evidence, node };
}

function rounded(score: number): number {
	return Math.round(score * 1000) / 1000;
}

const likely = { locations: 3, frames: 5 };
/** If the first location is less likely than `first`, all are guesses; others also with less than a share of it. */
const likelyFrom = { first: 0.14, likelihood: 0.065, share: 0.3 };

/**
 * Marks the locations from the point at which the likelihood drops or the evidence ends. The first frames of a trace
 * are not marked.
 */
function withLessLikely(locations: readonly BugLocation[]): BugLocation[] {
	const likelihoods = locations.map(({ likelihood, score }) => likelihood ?? score);
	const [best = 0] = likelihoods;
	const enough = best < likelyFrom.first ? 1 : Math.max(likelyFrom.likelihood, likelyFrom.share * best);
	const drop = locations.findIndex(({ evidence }, at) => evidence.length === 0 || (likelihoods[at] ?? 0) < enough);
	const nLikely = Math.min(likely.locations, drop < 0 ? locations.length : drop);
	return locations.map((location, at) => {
		const isFrame = at < likely.frames && location.evidence.some(({ kind }) => kind === 'trace');
		return at < nLikely || isFrame ? location : { ...location, lessLikely: true };
	});
}
