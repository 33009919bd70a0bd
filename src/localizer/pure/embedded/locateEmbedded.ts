import { type LocalizerOptions, offlineWorkspace } from '../../../code/pure/codeWorkspace';
import { ownPackages } from '../../../code/pure/search/files/projectOverview';
import type { Workspace } from '../../../history/pure/workspace';
import type { StageLog } from '../../../runs/pure/log/runLog';
import type { TraceFrame } from '../../../runs/pure/model/brief';
import { emptyRanking } from '../../../runs/pure/model/location';
import { counted } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';
import { foreignFrames, type WorkspaceFrames, workspaceFrames } from '../../../testing/pure/traces/workspaceFrames';
import type { Ranked } from '../additive/rankedCode';
import { rankSuspects } from '../additive/rankedWithTexts';
import { rankingWeights } from '../additive/rankingWeights';
import { type QuotedPart, tellingness } from '../ranking/quotedTexts';
import { Suspiciousness } from '../ranking/suspiciousness';
import { suspiciousnessRanking } from '../ranking/suspiciousnessRanking';
import { type WantedName, wantedNames, withoutForeignErrors } from '../ranking/wantedNames';
import { callRound } from './callRound';
import { culpritCalled } from './culpritLines';
import { type HistoryState, issueHistory } from './issueHistory';
import { nameCalls } from './nameCalls';
import { namedRound, pathCalls } from './namedRound';
import { locationId, nameLocations, type ReasonNodes } from './nameLocations';
import { foundText } from './outcomeText';
import type { PlannedCall } from './plannedCall';
import { type PlannedRound, RoundPlayer } from './roundPlayer';
import { suspectRound } from './suspectRound';
import { traceCalls } from './traceCalls';

export interface EmbeddedOptions extends LocalizerOptions {
	/** Called with the ranking and all that it rests on, once they are known. */
	readonly onRanked?: (ranked: Ranked, suspiciousness: Suspiciousness) => void;
}

/**
 * The embedded localizer: locates the bug of an issue with no model and no network, in rounds of the same tool calls a
 * model would make. The run must have its brief; the rounds follow node `start`. The same workspace and brief give the
 * same events, on any machine, and events that are in the log are not repeated. Throws when the signal is aborted.
 */
export async function locateEmbedded(
	log: StageLog,
	start: string,
	given: Workspace,
	options: EmbeddedOptions = {},
): Promise<void> {
	const workspace = offlineWorkspace(given);
	const { signal } = options;
	signal?.throwIfAborted();
	const called = [...(options.called ?? []), ...(await culpritCalled(log.run.culprit, workspace.files))];
	if (workspace.localizer !== undefined) {
		return workspace.localizer.locate(log, start, { ...options, called });
	}
	if (log.run.brief === undefined) {
		throw new Error('a run has its brief before anything is located');
	}
	const brief = withoutForeignErrors(log.run.brief, workspace.index);
	const suspiciousness = await Suspiciousness.of(brief, workspace, signal);
	suspiciousness.addCalled(called);
	const player = new RoundPlayer(log, start, { workspace, ...(signal && { signal }) });
	const frames = await workspaceFrames(brief, workspace);
	const nodes = await playRounds(suspiciousness, player, {
		...{ workspace, frames },
		names: wantedNames(brief, suspiciousness.index),
		signal,
	});
	const { state: history, files } = await issueHistory(log, start, { brief, history: workspace.history, signal });
	if (files !== undefined) {
		suspiciousness.addHistory(files);
	}
	const ranked = rankSuspects(suspiciousness, workspace, rankingWeights, {
		packages: (await ownPackages(workspace, packageLimit)).map(({ name }) => name),
		nFrames: brief.tracebacks.reduce((sum, { frames: own }) => sum + own.length, 0),
		nFramesHere: frames.places.size,
	});
	options.onRanked?.(ranked, suspiciousness);
	await nameBest(log, suspiciousness.all ?? suspiciousness, {
		ranked,
		workspace,
		nodes,
		frames,
		history,
		after: player.node,
		signal,
	});
}

/** Manifests nearest to the top name the packages that issues are about. */
const packageLimit = 40;

interface Ground {
	readonly workspace: Workspace;
	readonly frames: WorkspaceFrames;
	readonly names: readonly WantedName[];
	readonly signal: AbortSignal | undefined;
}

/** Each round is planned from the findings of all rounds before it. */
async function playRounds(suspiciousness: Suspiciousness, player: RoundPlayer, ground: Ground): Promise<ReasonNodes> {
	const { workspace, names, signal } = ground;
	const play = async (round: PlannedRound | undefined): Promise<string | undefined> => {
		if (round === undefined) {
			return undefined;
		}
		suspiciousness.addEvidence(await player.play(round));
		return player.node;
	};
	const traced = await traceCalls(ground.frames, suspiciousness.model, workspace);
	await play(namedRound(suspiciousness, { names, traced }, player));
	await play(await textRound(suspiciousness, names, player));
	const words = await play(suspectRound(suspiciousness, player));
	const { index } = suspiciousness;
	await suspiciousness.followCalls({ ...workspace, index }, signal);
	const calls = await play(callRound(suspiciousness, { names, index }, player));
	await playForTexts(suspiciousness, player, ground);
	return { words, calls };
}

/** Searches the texts too; what is found there says nothing about the code. */
async function playForTexts(
	{ all, index, brief }: Suspiciousness,
	player: RoundPlayer,
	{ workspace }: Ground,
): Promise<void> {
	if (all === undefined) {
		return;
	}
	const names = wantedNames(brief, workspace.index).filter(({ name }) => index.named(name).length === 0);
	const strings = await stringCalls(all, limits.strings);
	const paths = pathCalls(brief, all.model);
	const calls = player.notAsked([...paths, ...nameCalls(names), ...strings]).slice(0, limits.texts);
	if (calls.length > 0) {
		all.addEvidence(
			await player.play({
				title: 'Search texts other than code',
				reasoning: [`In settings, pages and other texts: ${counted(calls.length, 'text')} from the issue to look at.`],
				calls,
				summary: answered => `Searched for ${counted(calls.length, 'text')} from the issue: ${foundText(answered)}`,
			}),
		);
	}
}

interface Ending extends Pick<Ground, 'workspace' | 'frames' | 'signal'> {
	readonly ranked: Ranked;
	readonly nodes: ReasonNodes;
	readonly history: HistoryState;
	/** The last round. */
	readonly after: string;
}

async function nameBest(
	log: StageLog,
	suspiciousness: Suspiciousness,
	{ ranked, workspace, nodes, frames, history, after, signal }: Ending,
): Promise<void> {
	const dismissed = dismissedPositions(suspiciousness, log.run);
	const { issue } = log.run;
	const named = await nameLocations(suspiciousness, { ranked, workspace, issue, dismissed, nodes, frames });
	const locations = named.filter(({ id }) => !log.run.dismissed.includes(id));
	const isNothing = locations.length === 0;
	const isEmpty = suspiciousness.model.files.length === 0;
	const elsewhere = isEmpty ? '' : elsewhereText(foreignFrames(suspiciousness.brief, frames));
	const ranking = isNothing ? emptyRanking : suspiciousnessRanking(suspiciousness.model, ranked.scores, dismissed);
	signal?.throwIfAborted();
	const node = await log.open(after, { key: 'name locations', kind: 'round', title: 'Name the locations' });
	await log.once(node, {
		type: 'reasoned',
		text: elsewhere + (isNothing ? nothingFound(suspiciousness) : whatCounted(suspiciousness, history)),
	});
	await log.once(node, { type: 'locationsNamed', locations, ranking });
	const nFiles = new Set(locations.map(({ file }) => file)).size;
	const isGuess = locations.every(({ lessLikely }) => lessLikely === true);
	const what = isGuess
		? `No place is likely: named ${counted(locations.length, 'guess', 'guesses')}`
		: `Named ${counted(locations.length, 'location')}`;
	const summary = `${elsewhere}${isNothing ? 'Named no location' : `${what} in ${counted(nFiles, 'file')}`}`;
	await log.close(node, summary);
}

/** States that no frame is in the workspace, before another sentence; empty if some are. */
function elsewhereText(frames: readonly TraceFrame[]): string {
	const names = [...new Set(frames.map(({ function: name, file }) => name ?? file))];
	return names.length === 0 ? '' : `No frame of the trace is in this workspace: ${listed(names, 3)}. `;
}

/** Positions of code the user dismissed as not the bug. */
function dismissedPositions({ model }: Suspiciousness, { dismissed }: StageLog['run']): ReadonlySet<number> {
	const positions = dismissed.flatMap(id => {
		const files = id.split('#').map((_, at, parts) => parts.slice(0, at).join('#'));
		return files.flatMap(file =>
			model.functionsIn(model.filePosition(file)).filter(at => {
				const unit = model.unit(at);
				return unit !== undefined && locationId(unit) === id;
			}),
		);
	});
	return new Set(positions);
}

function whatCounted({ model, evidence }: Suspiciousness, history: HistoryState): string {
	const found = evidence.length === 0 ? '' : `, ${counted(evidence.length, 'finding')}`;
	return `Weighed ${counted(model.nFunctions, 'function')} in ${counted(model.files.length, 'file')} by the words of the issue${found}, the tests${history === 'used' ? ', the calls and similar commits' : ' and the calls'}, each by what it was worth in fixes of other projects.${history === 'unready' ? notIndexed : ''}`;
}

const notIndexed = ' Similar commits did not count, as the history of the code is not indexed yet.';

function nothingFound({ model, brief }: Suspiciousness): string {
	if (model.files.length === 0) {
		const but = model.tests.length === 0 ? '' : ' but tests';
		return `There is no code in this workspace${but}. Open the folder that the issue is about.`;
	}
	const files = counted(model.files.length, 'file');
	return brief.title === '' && brief.prose === '' && brief.codeBlocks.length === 0
		? 'The issue contains no searchable terms. Describe what happens, and name a class, a file or a message.'
		: `No term of the issue occurs in the ${files} of this workspace. Name a class, a file or a message that does.`;
}

const limits = { strings: 3, uses: 3, calls: 7, texts: 5 };

/** Searches the code for texts the issue quotes and for names it uses that the code does not define. */
async function textRound(
	suspiciousness: Suspiciousness,
	names: readonly WantedName[],
	player: RoundPlayer,
): Promise<PlannedRound | undefined> {
	const strings = player.notAsked(await stringCalls(suspiciousness, limits.strings));
	const uses = player.notAsked(useCalls(suspiciousness, names)).slice(0, limits.uses);
	const others = player.notAsked(nameCalls(names)).slice(0, limits.calls - strings.length - uses.length);
	const calls = player.notAsked([...strings, ...uses, ...others]);
	return calls.length === 0
		? undefined
		: {
				title: 'Search for what the issue quotes and uses',
				reasoning: [
					...(strings.length === 0
						? []
						: [`The code contains ${counted(strings.length, 'text')} that the issue quotes.`]),
					...(uses.length === 0 ? [] : [`Used only inside functions: ${counted(uses.length, 'name')} of the issue.`]),
					...(others.length === 0 ? [] : [`Not looked up yet: ${counted(others.length, 'name')} of the issue.`]),
				],
				calls,
				summary: answered => `Searched for ${counted(calls.length, 'text')} from the issue: ${foundText(answered)}`,
			};
}

/** A name used in more functions than this is too common to search for. */
const useLimit = 15;

/** One call for each part of a quoted text that occurs verbatim in the code; at most `limit`, the most telling ones. */
async function stringCalls({ quotes }: Suspiciousness, limit: number): Promise<PlannedCall[]> {
	const parts = new Map<string, QuotedPart>();
	for await (const part of quotes.parts()) {
		parts.set(part.text, parts.get(part.text) ?? part);
	}
	const best = [...parts.values()].sort((a, b) => tellingness(b) - tellingness(a)).slice(0, limit);
	return best.map(({ text, nTests }) => ({
		...codeSearch(text),
		// Many tests have what every program prints, and what everybody writes.
		meaning: {
			...{ kind: 'string', text: `Contains “${text}”, as the issue does.` },
			weight: nWords(text) / Math.sqrt(1 + nTests / 2),
		},
	}));
}

/** One call for each name of the issue that the code uses but does not define: a parameter, a setting, an attribute. */
function useCalls(suspiciousness: Suspiciousness, defined: readonly WantedName[]): PlannedCall[] {
	const known = new Set(defined.map(({ name }) => name));
	return suspiciousness.brief.names.flatMap(({ text, inTitle, inProse }) => {
		const name = text.slice(text.lastIndexOf('.') + 1);
		const nUses = known.has(name) || name.length < 4 ? 0 : suspiciousness.nFunctionsWith(name);
		const weight = (inTitle ? 3 : inProse ? 2 : 1) / Math.sqrt(nUses);
		return nUses === 0 || nUses > useLimit
			? []
			: [{ ...codeSearch(name), meaning: { kind: 'use', weight, text: `Uses ${name}, which the issue names.` } }];
	});
}

function nWords(text: string): number {
	return text.split(/\s+/).filter(word => /\p{L}{2}/u.test(word)).length;
}

function codeSearch(code: string): Pick<PlannedCall, 'tool' | 'args'> {
	return { tool: 'search_code', args: { query: code } };
}
