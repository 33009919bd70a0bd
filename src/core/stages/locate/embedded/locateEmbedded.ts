import { counted } from '../../../model/counted';
import { emptyRanking } from '../../../model/location';
import type { Run } from '../../../model/run';
import { Suspicion } from '../../../rank/suspicion';
import { suspicionRanking } from '../../../rank/suspicionRanking';
import { type WantedName, wantedNames } from '../../../rank/wantedNames';
import type { RunLog } from '../../../runLog';
import type { Workspace } from '../../../workspace';
import { callRound } from './callRound';
import { fileLocations } from './fileLocations';
import { namedRound } from './namedRound';
import { locationId, nameLocations, type ReasonNodes } from './nameLocations';
import { type PlannedRound, RoundPlayer } from './roundPlayer';
import { suspectRound } from './suspectRound';
import { textRound } from './textRound';

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
	const suspicion = await Suspicion.of(brief, workspace, signal);
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
async function playRounds(suspicion: Suspicion, player: RoundPlayer, ground: Ground): Promise<ReasonNodes> {
	const { workspace, names, signal } = ground;
	const play = async (round: PlannedRound | undefined): Promise<string | undefined> => {
		if (round === undefined) {
			return undefined;
		}
		suspicion.addSightings(await player.play(round));
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

async function nameBest(log: RunLog, suspicion: Suspicion, { workspace, nodes, after, signal }: Ending): Promise<void> {
	const dismissed = dismissedPositions(suspicion, log.run);
	const locations = [
		...nameLocations(suspicion, workspace.index, { dismissed, nodes }),
		...(await fileLocations(suspicion, workspace, nodes)),
	].filter(({ id }) => !log.run.dismissed.includes(id));
	const isNothing = locations.length === 0;
	const ranking = isNothing ? emptyRanking : suspicionRanking(suspicion.model, suspicion.scores(), dismissed);
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
function dismissedPositions({ model }: Suspicion, { dismissed }: Run): ReadonlySet<number> {
	const ids = new Set(dismissed);
	const positions = model.functions.flatMap((unit, at) => (ids.has(locationId(unit)) ? [at] : []));
	return new Set(ids.size === 0 ? [] : positions);
}

function whatCounted({ model, sightings }: Suspicion): string {
	const found = sightings.length === 0 ? '' : `, ${counted(sightings.length, 'thing')} found for it`;
	const unread = model.words.nUnread === 0 ? '' : ` ${counted(model.words.nUnread, 'file')} were too much to read.`;
	return `Weighed ${counted(model.functions.length, 'function')} in ${counted(model.files.length, 'file')} by the words of the issue${found}, the tests and the calls.${unread}`;
}

function nothingFound({ model, brief }: Suspicion): string {
	if (model.files.length === 0) {
		const but = model.words.tests.length === 0 ? '' : ' but tests';
		return `There is no code in this workspace${but}. Open the folder that the issue is about.`;
	}
	const files = counted(model.files.length, 'file');
	return brief.title === '' && brief.prose === '' && brief.codeBlocks.length === 0
		? 'The issue says nothing that could be looked for. Describe what happens, and name a class, a file or a message.'
		: `Nothing of the issue stands in the ${files} of this workspace. Name a class, a file or a message that does.`;
}
