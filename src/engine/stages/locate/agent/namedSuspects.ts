import { isTestFile } from '../../../../code/pure/search/isTestFile';
import type { Workspace } from '../../../../history/pure/workspace';
import type { NamedPlace } from '../../../../localizer/pure/resolve/namedPlaces';
import { eachMethod, type ResolvedPlaces, resolvePlaces } from '../../../../localizer/pure/resolve/resolvePlaces';
import type { ShownPlaces } from '../../../../models/pure/loop/shownPlaces';
import type { AgentReply } from '../../../../models/pure/reply/agentReply';
import type { LocationsNamed } from '../../../../runs/pure/events/runEvent';
import type { RunLog } from '../../../../runs/pure/log/runLog';
import type { FoundPlace } from '../../../../runs/pure/model/foundPlace';
import { type BugLocation, emptyRanking, type Ranking } from '../../../../runs/pure/model/location';
import { placeName, placeText } from '../../../../runs/pure/model/placeText';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import { listed } from '../../../../system/pure/text/listed';
import readAsOther from './readAsOther.md';
import testPlace from './testPlace.md';

/** The places a model named in one answer, resolved in the workspace. */
export interface NamedOutcome {
	readonly locations: readonly BugLocation[];
	/** For the model: the places not found, and how those found differ from the names given. */
	readonly problems: readonly string[];
	/** The search continues: the answer has calls, names nothing that exists, or must be corrected. */
	readonly isProvisional: boolean;
}

/** A problem with a named place. */
interface Doubt {
	readonly named: NamedPlace;
	/** For the model. */
	readonly problem: string;
	/** Why it is left out if the model insists, in a few words for the user; absent if it is kept. */
	readonly reason?: string;
	/** The places found, for a test. */
	readonly places?: readonly FoundPlace[];
}

/** After this many answers that need correction, the correct part of the next one is used. */
const maxAskedBack = 2;

/** The places a model named in an earlier answer: the names it gave, and the code found for them. */
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
	/** Places of answers that the search did not end with: the model knows their problems. */
	private readonly asked = new Set<string>();
	private nAskedBack = 0;

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

	/**
	 * Records what a reply names as the locations of its node. They are provisional if the reply makes calls as well, or
	 * names places that are tests or not there as named, and the model was not asked about these before.
	 */
	async name(
		node: string,
		{ report, calls }: AgentReply<NamedPlace>,
		shown: readonly ShownPlaces[],
	): Promise<NamedOutcome> {
		if (report.length === 0) {
			return { locations: [], problems: [], isProvisional: true };
		}
		const isTentative = calls.length > 0;
		const {
			locations,
			problems = [],
			provisional = false,
		} = await this.log.step(node, 'name locations', { report, provisional: isTentative }, async () =>
			this.resolve(node, { report, shown, isTentative }),
		);
		this.latest = locations.length > 0 ? { report, locations } : this.latest;
		if (provisional) {
			this.nAskedBack += isTentative ? 0 : 1;
			for (const each of report.flatMap(eachMethod)) {
				this.asked.add(keyOf(each));
			}
		}
		return { locations, problems, isProvisional: provisional };
	}

	/** The existing places the model named last. */
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

	private async resolve(node: string, { report, shown, isTentative }: Naming): Promise<LocationsNamed> {
		const { brief, issue, dismissed } = this.log.run;
		const found = await resolvePlaces(report, this.workspace, {
			...{ node, support: shown, issue, signal: this.signal },
			...(brief === undefined ? {} : { brief }),
		});
		const doubts = this.doubtsOf(found);
		const isNew = ({ named }: Doubt) => !this.asked.has(keyOf(named));
		const mustAsk = this.nAskedBack < maxAskedBack && doubts.some(isNew);
		const kept = this.withoutTests(found.locations, isTentative || mustAsk).filter(({ id }) => !dismissed.includes(id));
		const isProvisional = isTentative || mustAsk || kept.length === 0;
		const isKept = (place: FoundPlace) => kept.some(each => placeText(each) === placeText(place));
		for (const { named, reason, places = [] } of isProvisional ? [] : doubts) {
			if (reason !== undefined && !places.some(isKept)) {
				await this.log.once(node, { type: 'noted', text: `Left out ${namedText(named)}: ${reason}.` });
			}
		}
		for (const { outside } of isProvisional ? [] : found.resolved) {
			if (outside !== undefined) {
				await this.log.once(node, { type: 'noted', text: `The model named lines elsewhere: ${outside}` });
			}
		}
		return {
			...{ type: 'locationsNamed', locations: kept },
			problems: [...doubts.map(({ problem }) => problem), ...(mustAsk ? [] : notesOf(found, doubts))],
			ranking: kept.length === 0 ? emptyRanking : rankingWith(kept, this.ranking),
			...(isProvisional && { provisional: true }),
		};
	}

	private doubtsOf({ unresolved, resolved }: ResolvedPlaces): Doubt[] {
		const isTest = ({ file }: FoundPlace) => isTestFile(this.workspace, file);
		return [
			...unresolved,
			...resolved.flatMap(({ named, places, isOther, notes }): Doubt[] => {
				if (places.every(isTest)) {
					const problem = fillTemplate(testPlace, { place: namedText(named) });
					return [{ named, problem, places, reason: 'it is a test' }];
				}
				const found = listed(places.map(place => `${placeName(place)} (${placeText(place)})`));
				const values = { place: namedText(named), found, notes: notes.join(' ') };
				return isOther ? [{ named, problem: fillTemplate(readAsOther, values) }] : [];
			}),
		];
	}

	/**
	 * Tests show a bug and do not contain it; they are kept only if nothing else is left and the model insists on them.
	 */
	private withoutTests(locations: readonly BugLocation[], isAsked: boolean): readonly BugLocation[] {
		const code = locations.filter(({ file }) => !isTestFile(this.workspace, file));
		return code.length > 0 || isAsked ? code : locations;
	}
}

/** The places a model named, and those it was shown before. */
interface Naming {
	readonly report: readonly NamedPlace[];
	readonly shown: readonly ShownPlaces[];
	/** It continues to search. */
	readonly isTentative: boolean;
}

/** Differences between the code found and the names given, if there is no problem. */
function notesOf({ resolved }: ResolvedPlaces, doubts: readonly Doubt[]): string[] {
	const right = resolved.filter(each => doubts.every(({ named }) => named !== each.named));
	return [...new Set(right.flatMap(({ notes }) => notes))];
}

/** Lines aside: a model corrects them, too. */
function keyOf({ file, class: owner, method }: NamedPlace): string {
	return JSON.stringify([file, owner, method]);
}

/** `Class.method in a/b.x`, or `a/b.x, lines 3-5`. */
function namedText({ file, class: owner, method, startLine, endLine = startLine }: NamedPlace): string {
	const name = [owner, method].filter(each => each !== undefined).join('.');
	if (name !== '') {
		return file === undefined ? name : `${name} in ${file}`;
	}
	const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
	return startLine === undefined ? `${file}` : `${file}, ${lines}`;
}

/** A ranking with named locations before everything else, in their order. */
export function rankingWith(locations: readonly BugLocation[], ranking: Ranking): Ranking {
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
