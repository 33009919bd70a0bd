import type { Workspace } from '../../src/history/pure/workspace';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../src/localizer/pure/embedded/locateEmbedded';
import type { BelongingSignals } from '../../src/localizer/pure/features/belonging';
import { bestFirst } from '../../src/localizer/pure/ranking/rankFusion';
import { rootNode } from '../../src/runs/pure/fold/run';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import { systemClock } from '../../src/system/node/systemClock';

/** A text, and the workspace in which its bug was looked for. */
export interface LocatedText {
	readonly id: string;
	/** The repository of the workspace, `owner/name`. */
	readonly workspace: string;
	/** `own`: the issue is about this workspace; `foreign`: about another; `empty`: about no bug at all. */
	readonly kind: 'own' | 'foreign' | 'empty';
	readonly signals: BelongingSignals;
	/** The first ten functions of the ranking. `share` is their part of all candidates, as `likelihood.ts` defines it. */
	readonly places: readonly { readonly likelihood: number; readonly isFixed: boolean }[];
	/** The likelihood of the first location as it was shown; 0 if no location was named. */
	readonly shown: number;
	/** The kinds of its evidence. */
	readonly evidence: readonly string[];
}

export interface TextToLocate extends Pick<LocatedText, 'id' | 'workspace' | 'kind'> {
	readonly text: string;
	/** The ids of the functions that the fix changed. */
	readonly fixed: readonly string[];
}

const nPlaces = 10;

/** Locates as the product does. */
export async function locateText(given: TextToLocate, workspace: Workspace): Promise<LocatedText> {
	const { text, fixed, ...about } = given;
	const [title = ''] = text.split('\n');
	const issue = { title, body: text, source: { kind: 'text' } } as const;
	const log = RunLog.start(nullRunStore, systemClock, 'foreign');
	await log.emit(rootNode, {
		...{ type: 'runStarted', runId: 'foreign', issue, engine: 'embedded', workspace: [], version: '' },
	});
	await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
	let places: LocatedText['places'] = [];
	let signals: BelongingSignals = {};
	await locateEmbedded(log, rootNode, workspace, {
		onRanked: (ranked, { model }) => {
			signals = ranked.signals;
			places = bestFirst(ranked.scores.functions, nPlaces).map(at => ({
				likelihood: ranked.likelihoodOf(at),
				isFixed: fixed.includes(model.unit(at)?.id ?? ''),
			}));
		},
	});
	const [first] = log.run.selected.locations;
	return {
		...about,
		...{ signals, places },
		shown: first?.likelihood ?? 0,
		evidence: (first?.evidence ?? []).map(({ kind }) => kind),
	};
}
