import type { ShownPlaces } from '../../../agent/context/shownPlaces';
import type { AgentReply } from '../../../agent/reply/agentReply';
import { type BugLocation, emptyRanking, type Ranking } from '../../../model/location';
import { placeName } from '../../../model/placeText';
import type { LocationsNamed } from '../../../model/run/runEvent';
import type { RunLog } from '../../../runLog';
import { isTestFile } from '../../../search/isTestFile';
import type { Workspace } from '../../../workspace';
import type { NamedPlace } from '../reply/namedPlaces';
import { resolvePlaces } from '../resolve/resolvePlaces';

/** What a model named in one answer, resolved in the workspace. */
export interface NamedOutcome {
	readonly locations: readonly BugLocation[];
	/** For the model: what was not found, and how what was found differs from what was named. */
	readonly problems: readonly string[];
}

/** What a model named in an earlier answer, as it named it and as it was found. */
export interface NamedBefore {
	readonly report: readonly NamedPlace[];
	readonly locations: readonly BugLocation[];
}

/**
 * The places a model names during a search. The newest are the best so far; they are in the run before the search ends.
 */
export class NamedSuspects {
	private readonly log: RunLog;
	private readonly workspace: Workspace;
	/** Ranks everything that was not named. */
	private readonly ranking: Ranking;
	private readonly signal: AbortSignal;
	private latest: NamedBefore | undefined;

	constructor(
		log: RunLog,
		workspace: Workspace,
		{ ranking, signal }: { readonly ranking: Ranking; readonly signal: AbortSignal },
	) {
		this.log = log;
		this.workspace = workspace;
		this.ranking = ranking;
		this.signal = signal;
	}

	/** Records what a reply names as the locations of its node: provisional if the reply makes calls as well. */
	async name(
		node: string,
		{ report, calls }: AgentReply<NamedPlace>,
		shown: readonly ShownPlaces[],
	): Promise<NamedOutcome> {
		if (report.length === 0) {
			return { locations: [], problems: [] };
		}
		const provisional = calls.length > 0;
		const { locations, problems = [] } = await this.log.step(
			node,
			'name locations',
			{ report, provisional },
			async (): Promise<LocationsNamed> => {
				const { locations, problems } = await this.resolve(node, report, shown);
				return {
					...{ type: 'locationsNamed', locations, problems },
					ranking: locations.length === 0 ? emptyRanking : rankingWith(locations, this.ranking),
					...((provisional || locations.length === 0) && { provisional: true }),
				};
			},
		);
		this.latest = locations.length > 0 ? { report, locations } : this.latest;
		return { locations, problems };
	}

	/** What the model named last of what exists. */
	get last(): NamedBefore | undefined {
		return this.latest;
	}

	/** Names locations that the model did not name, as provisional ones. */
	async nameInstead(node: string, locations: readonly BugLocation[]): Promise<void> {
		if (locations.length > 0) {
			const ranking = rankingWith(locations, this.ranking);
			await this.log.once(node, { type: 'locationsNamed', locations, ranking, provisional: true, embedded: true });
		}
	}

	private async resolve(
		node: string,
		named: readonly NamedPlace[],
		support: readonly ShownPlaces[],
	): Promise<NamedOutcome> {
		const { brief, issue, dismissed } = this.log.run;
		const { locations, unresolved, notes } = await resolvePlaces(named, this.workspace, {
			...{ node, support, issue, signal: this.signal },
			...(brief === undefined ? {} : { brief }),
		});
		const { kept, problems } = this.withoutTests(locations);
		return {
			locations: kept.filter(({ id }) => !dismissed.includes(id)),
			problems: [...unresolved.map(({ problem }) => problem), ...notes, ...problems],
		};
	}

	/** Tests show a bug and do not contain it, unless nothing else was named. */
	private withoutTests(locations: readonly BugLocation[]): { kept: readonly BugLocation[]; problems: string[] } {
		const tests = locations.filter(({ file }) => isTestFile(this.workspace, file));
		return tests.length === locations.length
			? { kept: locations, problems: [] }
			: {
					kept: locations.filter(location => !tests.includes(location)),
					problems: tests.map(test => `${placeName(test)} in ${test.file} is test code, and left out.`),
				};
	}
}

/** A ranking with named locations before everything else, in their order. */
function rankingWith(locations: readonly BugLocation[], ranking: Ranking): Ranking {
	const named = locations.map(rankedNames);
	return {
		files: inFront(
			named.map(({ file }) => file),
			ranking.files,
		),
		modules: inFront(
			named.flatMap(({ module }) => module ?? []),
			ranking.modules,
		),
		functions: inFront(
			named.flatMap(({ unit }) => unit ?? []),
			ranking.functions,
		),
	};
}

function inFront(first: readonly string[], rest: readonly string[]): readonly string[] {
	return [...new Set([...first, ...rest])];
}

/** A location in the forms of a ranking; code outside definitions has only its file. */
function rankedNames({ file, class: owner, method }: BugLocation): { file: string; module?: string; unit?: string } {
	const qualified = [owner, method].filter(name => name !== undefined).join('.');
	return qualified === '' ? { file } : { file, module: `${file}:${owner ?? method}`, unit: `${file}:${qualified}` };
}
