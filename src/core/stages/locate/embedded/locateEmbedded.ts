import { counted } from '../../../model/counted';
import { type BugLocation, emptyRanking } from '../../../model/location';
import type { Run } from '../../../model/run/run';
import { longestQuotedMatch } from '../../../rank/longestQuotedMatch';
import { bestFirst } from '../../../rank/rankFusion';
import { readIfText } from '../../../rank/readIfText';
import { Suspiciousness } from '../../../rank/suspiciousness';
import { suspiciousnessRanking } from '../../../rank/suspiciousnessRanking';
import { type WantedName, wantedNames } from '../../../rank/wantedNames';
import type { RunLog } from '../../../runLog';
import { splitLines } from '../../../search/text/fileTexts';
import type { Workspace } from '../../../workspace';
import { intendedBehavior } from '../intendedBehavior';
import { foundText } from '../outcomeText';
import { callRound } from './callRound';
import { nameCalls } from './nameCalls';
import { namedRound } from './namedRound';
import { locationId, nameLocations, type ReasonNodes } from './nameLocations';
import type { PlannedCall } from './plannedCall';
import { type PlannedRound, RoundPlayer } from './roundPlayer';
import { suspectRound } from './suspectRound';

/**
 * The embedded localizer: locates the bug of an issue with no model and no network, by rounds of the same tool calls a
 * model would make. The run has its brief; the rounds follow node `start`. The same workspace and brief give the same
 * events, and what the log holds of them is not repeated. Throws when the signal is aborted.
 */
export async function locateEmbedded(
	log: RunLog,
	start: string,
	workspace: Workspace,
	signal?: AbortSignal,
): Promise<void> {
	signal?.throwIfAborted();
	const { brief } = log.run;
	if (brief === undefined) {
		throw new Error('a run has its brief before anything is located');
	}
	const suspicion = await Suspiciousness.of(brief, workspace, signal);
	const player = new RoundPlayer(log, start, { workspace, ...(signal && { signal }) });
	const nodes = await playRounds(suspicion, player, { workspace, names: wantedNames(brief, workspace.index), signal });
	await nameBest(log, suspicion, { workspace, nodes, after: player.node, signal });
}

interface Ground {
	readonly workspace: Workspace;
	readonly names: readonly WantedName[];
	readonly signal: AbortSignal | undefined;
}

/** Each round is planned from what all rounds before it found. */
async function playRounds(suspicion: Suspiciousness, player: RoundPlayer, ground: Ground): Promise<ReasonNodes> {
	const { workspace, names, signal } = ground;
	const play = async (round: PlannedRound | undefined): Promise<string | undefined> => {
		if (round === undefined) {
			return undefined;
		}
		suspicion.addEvidence(await player.play(round));
		return player.node;
	};
	await play(namedRound(suspicion, names, player));
	await play(textRound(suspicion, names, player));
	const words = await play(suspectRound(suspicion, player));
	await suspicion.followCalls(workspace, signal);
	const calls = await play(callRound(suspicion, { names, index: workspace.index }, player));
	return { words, calls };
}

interface Ending extends Pick<Ground, 'workspace' | 'signal'> {
	readonly nodes: ReasonNodes;
	/** The last round. */
	readonly after: string;
}

async function nameBest(
	log: RunLog,
	suspicion: Suspiciousness,
	{ workspace, nodes, after, signal }: Ending,
): Promise<void> {
	const dismissed = dismissedPositions(suspicion, log.run);
	const locations = [
		...nameLocations(suspicion, workspace.index, { dismissed, nodes }),
		...(await fileLocations(suspicion, workspace, nodes)),
	].filter(({ id }) => !log.run.dismissed.includes(id));
	const isNothing = locations.length === 0;
	const ranking = isNothing ? emptyRanking : suspiciousnessRanking(suspicion.model, suspicion.scores(), dismissed);
	signal?.throwIfAborted();
	const node = await log.open(after, { key: 'name locations', kind: 'round', title: 'Name the locations' });
	await log.once(node, { type: 'reasoned', text: isNothing ? nothingFound(suspicion) : whatCounted(suspicion) });
	await log.once(node, { type: 'locationsNamed', locations, ranking });
	const nFiles = new Set(locations.map(({ file }) => file)).size;
	const summary = isNothing
		? 'Named no location'
		: `Named ${counted(locations.length, 'location')} in ${counted(nFiles, 'file')}`;
	await log.close(node, summary);
}

/** Positions of what the user dismissed as not the bug. */
function dismissedPositions({ model }: Suspiciousness, { dismissed }: Run): ReadonlySet<number> {
	const ids = new Set(dismissed);
	const positions = model.functions.flatMap((unit, at) => (ids.has(locationId(unit)) ? [at] : []));
	return new Set(ids.size === 0 ? [] : positions);
}

function whatCounted({ model, evidence }: Suspiciousness): string {
	const found = evidence.length === 0 ? '' : `, ${counted(evidence.length, 'thing')} found for it`;
	const unread = model.words.nUnread === 0 ? '' : ` ${counted(model.words.nUnread, 'file')} were too much to read.`;
	return `Weighed ${counted(model.functions.length, 'function')} in ${counted(model.files.length, 'file')} by the words of the issue${found}, the tests and the calls.${unread}`;
}

function nothingFound({ model, brief }: Suspiciousness): string {
	if (model.files.length === 0) {
		const but = model.words.tests.length === 0 ? '' : ' but tests';
		return `There is no code in this workspace${but}. Open the folder that the issue is about.`;
	}
	const files = counted(model.files.length, 'file');
	return brief.title === '' && brief.prose === '' && brief.codeBlocks.length === 0
		? 'The issue says nothing that could be looked for. Describe what happens, and name a class, a file or a message.'
		: `Nothing of the issue stands in the ${files} of this workspace. Name a class, a file or a message that does.`;
}

const limits = { strings: 3, uses: 3, calls: 7 };

/** Searches the code for texts the issue quotes and for names it uses that nothing is called. */
function textRound(
	suspicion: Suspiciousness,
	names: readonly WantedName[],
	player: RoundPlayer,
): PlannedRound | undefined {
	const strings = player.notAsked(stringCalls(suspicion, limits.strings));
	const uses = player.notAsked(useCalls(suspicion, names)).slice(0, limits.uses);
	const others = player.notAsked(nameCalls(names)).slice(0, limits.calls - strings.length - uses.length);
	const calls = player.notAsked([...strings, ...uses, ...others]);
	return calls.length === 0
		? undefined
		: {
				title: 'Search for what the issue quotes and uses',
				reasoning: [
					...(strings.length === 0 ? [] : [`The code holds ${counted(strings.length, 'text')} that the issue quotes.`]),
					...(uses.length === 0 ? [] : [`${counted(uses.length, 'name')} of the issue stand only inside functions.`]),
					...(others.length === 0 ? [] : [`${counted(others.length, 'name')} of the issue are still to be looked up.`]),
				],
				calls,
				summary: answered => `Searched for ${counted(calls.length, 'text')} from the issue: ${foundText(answered)}`,
			};
}

/** Of this many most suspicious files those without any function are named whole: settings, tables, plain text. */
const fileLimit = 3;

async function fileLocations(
	suspicion: Suspiciousness,
	workspace: Workspace,
	nodes: ReasonNodes,
): Promise<BugLocation[]> {
	const { files } = suspicion.scores();
	const best = bestFirst(files).slice(0, fileLimit);
	const bare = best.filter(at => suspicion.model.functionsIn(at).length === 0);
	const locations: BugLocation[] = [];
	for (const at of bare) {
		const file = suspicion.model.files[at] ?? '';
		const endLine = Math.max(1, splitLines(await readIfText(workspace.files, file)).length);
		const sighted = suspicion.evidence.filter(({ places }) => places.some(place => place.file === file));
		const node = sighted[0]?.node ?? nodes.words;
		locations.push({
			id: `${file}#L1-${endLine}`,
			file,
			startLine: 1,
			endLine,
			intendedBehavior: intendedBehavior(suspicion.brief, file),
			score: Math.round((files[at] ?? 0) * 1000) / 1000,
			evidence: [
				{
					kind: 'words',
					text: 'Among the files closest to the issue, and without functions of its own.',
					...(node === undefined ? {} : { node }),
				},
			],
		});
	}
	return locations;
}

/** A name used in more functions than this is searched for in vain. */
const useLimit = 15;

/** Looking for a text takes a pass over all code: of a log pasted whole, the first errors say enough. */
const errorLimit = 10;

/** One call for each quoted text or error message of which the code holds a piece word for word, at most `limit`. */
function stringCalls({ brief, model }: Suspiciousness, limit: number): PlannedCall[] {
	const errors = new Set(brief.tracebacks.flatMap(({ error }) => error ?? []));
	const fragments = new Set<string>();
	for (const text of new Set([...[...errors].slice(0, errorLimit), ...brief.strings])) {
		const fragment = fragments.size < limit ? longestQuotedMatch(model, text) : undefined;
		if (fragment !== undefined) {
			fragments.add(fragment);
		}
	}
	return [...fragments].map(fragment => ({
		...codeSearch(fragment),
		says: { kind: 'string', weight: 1, text: `Holds “${fragment}”, which the issue quotes.` },
	}));
}

/** One call for each name of the issue that is no definition but used somewhere: a parameter, a setting, an attribute. */
function useCalls(suspicion: Suspiciousness, defined: readonly WantedName[]): PlannedCall[] {
	const known = new Set(defined.map(({ name }) => name));
	return suspicion.brief.names.flatMap(({ text, inTitle, inProse }) => {
		const name = text.slice(text.lastIndexOf('.') + 1);
		const nUses = known.has(name) || name.length < 4 || isErrorClass(name) ? 0 : nFunctionsWith(suspicion, name);
		const weight = (inTitle ? 3 : inProse ? 2 : 1) / Math.sqrt(nUses);
		return nUses === 0 || nUses > useLimit
			? []
			: [{ ...codeSearch(name), says: { kind: 'use', weight, text: `Uses ${name}, which the issue names.` } }];
	});
}

/** One that the workspace does not define is raised for many reasons. */
function isErrorClass(name: string): boolean {
	return /\p{Ll}(?:Error|Exception|Warning)$/u.test(name);
}

function nFunctionsWith({ model, functionDocuments }: Suspiciousness, name: string): number {
	const term = model.words.terms.wholeTermOf(name);
	return term === undefined ? 0 : functionDocuments.nDocumentsWith(term);
}

function codeSearch(code: string): Pick<PlannedCall, 'tool' | 'args'> {
	return { tool: 'search_code', args: { code_str: code } };
}
