import type { NamedPlace } from '../../../agent/reply/agentReply';
import type { BugLocation, Ranking } from '../../../model/location';
import { placeName } from '../../../model/placeText';
import type { RunLog } from '../../../runLog';
import { isTestFile } from '../../../search/isTestFile';
import type { Workspace } from '../../../workspace';
import type { RoundPlaces } from '../resolve/locationOfPiece';
import { type ResolvedPlaces, resolvePlaces } from '../resolve/resolvePlaces';
import { rankingWith } from './rankingWith';

/** What a model named in one answer, once it was looked for in the workspace. */
export interface NamedOutcome {
	readonly locations: readonly BugLocation[];
	/** What could not be found, and how what was found differs from what was named: for the model. */
	readonly problems: readonly string[];
}

interface Known {
	/** What the rounds showed so far; grows while they go on. */
	readonly shown: readonly RoundPlaces[];
	/** What everything else is ranked by. */
	readonly ranking: Ranking;
	readonly signal: AbortSignal;
}

/** The places a model names on its way: the newest are the best so far, and are in the run before it is done. */
export class NamedSuspects {
	private readonly log: RunLog;
	private readonly workspace: Workspace;
	private readonly known: Known;

	constructor(log: RunLog, workspace: Workspace, known: Known) {
		this.log = log;
		this.workspace = workspace;
		this.known = known;
	}

	async resolve(node: string, named: readonly NamedPlace[]): Promise<NamedOutcome> {
		if (named.length === 0) {
			return { locations: [], problems: [] };
		}
		const { brief, dismissed } = this.log.run;
		const { shown, signal } = this.known;
		const resolved = await resolvePlaces(named, this.workspace, {
			node,
			support: shown,
			signal,
			...(brief === undefined ? {} : { brief }),
		});
		const { kept, problems } = this.withoutTests(resolved.locations);
		return {
			locations: kept.filter(({ id }) => !dismissed.includes(id)),
			problems: [...problemsOf(resolved), ...problems],
		};
	}

	/** Tests show a bug and are not where it is, unless nothing else was named. */
	private withoutTests(locations: readonly BugLocation[]): { kept: readonly BugLocation[]; problems: string[] } {
		const tests = locations.filter(({ file }) => isTestFile(this.workspace, file));
		return tests.length === locations.length
			? { kept: locations, problems: [] }
			: {
					kept: locations.filter(location => !tests.includes(location)),
					problems: tests.map(test => `${placeName(test)} in ${test.file} is test code, and left out.`),
				};
	}

	/** Makes them the run's locations; `provisional` while the model has not said its last word. */
	async name(
		node: string,
		locations: readonly BugLocation[],
		{ provisional }: { provisional: boolean },
	): Promise<void> {
		if (locations.length > 0) {
			const ranking = rankingWith(locations, this.known.ranking);
			await this.log.emit(node, { type: 'locationsNamed', locations, ranking, ...(provisional && { provisional }) });
		}
	}
}

function problemsOf({ unresolved, notes }: ResolvedPlaces): string[] {
	return [...unresolved.map(({ problem }) => problem), ...notes];
}
