import { fillTemplate } from '../../../agent/fillTemplate';
import type { Issue } from '../../../model/issue';
import type { BugLocation, Ranking } from '../../../model/location';
import { placeName } from '../../../model/placeText';
import { rootNode } from '../../../model/run';
import { RunLog } from '../../../runLog';
import { unkeptRuns } from '../../../unkeptRuns';
import type { Workspace } from '../../../workspace';
import { locateEmbedded } from '../embedded/locateEmbedded';
import observationsPrompt from './observations.md';

/** What the embedded localizer says of an issue, for a model to begin with and for the end to fall back on. */
export interface EmbeddedFindings {
	readonly locations: readonly BugLocation[];
	readonly ranking: Ranking;
	/** As the model reads them; none where nothing was found. */
	readonly observations: readonly string[];
}

const maxPlaces = 10;

export async function embeddedFindings(
	workspace: Workspace,
	issue: Issue,
	signal: AbortSignal,
): Promise<EmbeddedFindings> {
	const log = RunLog.start(unkeptRuns, { now: () => 0 }, 'embedded');
	const started = { runId: 'embedded', issue, engine: 'embedded', workspace: [], version: '' };
	await log.emit(rootNode, { type: 'runStarted', ...started });
	await locateEmbedded(log, workspace, issue, signal);
	const { locations, ranking } = log.run;
	const places = locations.slice(0, maxPlaces).map(placeLine).join('\n');
	return { locations, ranking, observations: places === '' ? [] : [fillTemplate(observationsPrompt, { places })] };
}

function placeLine(location: BugLocation, at: number): string {
	const why = location.evidence.map(({ text }) => text).join(' ');
	return `${at + 1}. ${location.file}:${location.startLine}-${location.endLine} ${placeName(location)}. ${why}`;
}
