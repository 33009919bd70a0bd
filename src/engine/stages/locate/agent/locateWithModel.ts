import { projectName, topLevel } from '../../../../code/pure/search/files/projectOverview';
import { visibleWorkspace } from '../../../../history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../../../history/pure/workspace';
import type { NamedPlace } from '../../../../localizer/pure/resolve/namedPlaces';
import { CapReached } from '../../../../models/pure/limits/spending';
import type { CallResult } from '../../../../models/pure/loop/callRunner';
import { type Agent, type Reading, runAgent } from '../../../../models/pure/loop/runAgent';
import type { ShownPlaces } from '../../../../models/pure/loop/shownPlaces';
import type { AgentStep } from '../../../../models/pure/protocols/protocol';
import type { AgentDeps } from '../../../../models/pure/requests/agentDeps';
import { readAiIgnore } from '../../../../outgoing/pure/gate/aiIgnore';
import { rootNode } from '../../../../runs/pure/fold/run';
import { resultOf } from '../../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../../runs/pure/log/runLog';
import type { IssueBrief } from '../../../../runs/pure/model/brief';
import type { Issue } from '../../../../runs/pure/model/issue';
import type { BugLocation, ExecutedFunctionLine } from '../../../../runs/pure/model/location';
import { placeName } from '../../../../runs/pure/model/placeText';
import { counted } from '../../../../system/pure/text/counted';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import { listed } from '../../../../system/pure/text/listed';
import { type ReportedCode, reportedCode, workspaceFrames } from '../../../../testing/pure/traces/workspaceFrames';
import askBack from './askBack.md';
import { type EmbeddedFindings, embeddedFindings } from './embeddedFindings';
import feedback from './feedback.md';
import keptMeanwhile from './keptMeanwhile.md';
import { lookedText } from './lookedText';
import namedBefore from './namedBefore.md';
import { type NamedOutcome, NamedSuspects } from './namedSuspects';
import nothingChosen from './nothingChosen.md';
import otherVersion from './otherVersion.md';
import type { Project } from './searchPrompts';
import { conversationStyle, type SearchStyle } from './searchStyle';

/** The issue to locate, and the facts known before the first round. */
export interface LocateTask {
	readonly issue: Issue;
	readonly brief: IssueBrief;
	/** The issue as it is sent to the model. */
	readonly text: string;
	/** Other findings, as the model reads them: how a reproducer failed. */
	readonly clues: readonly string[];
	/** The functions that a failing program called, by a line of each. */
	readonly called?: readonly ExecutedFunctionLine[];
	/** The node at which earlier facts are recorded, if several searches share it; the start by default. */
	readonly knownAt?: string;
}

export interface LocateDeps {
	readonly agent: AgentDeps;
	readonly workspace: Workspace;
	/** After this many rounds the best locations so far are the result. A branch gets the same number again. */
	readonly maxRounds: number;
	/** Whether the model is shown the embedded localizer's findings as a first observation. */
	readonly seeds: boolean;
	/** AutoCodeRover's unless given. */
	readonly style?: SearchStyle;
}

/**
 * Locates the bug of an issue with a model (AutoCodeRover's search loop): the model chooses searches, reads and
 * analyzes the results, and decides. It ends when the model names locations that exist and makes no further call. When
 * the rounds or a cap are used up, the result is the model's last answer, else the embedded localizer's findings.
 * Returns the last node. Throws `UserError` if only the user can help, and the signal's reason.
 */
export async function locateWithModel(
	log: RunLog,
	start: string,
	task: LocateTask,
	{ workspace: whole, ...deps }: LocateDeps,
): Promise<string> {
	const workspace = visibleWorkspace(whole, await readAiIgnore(whole.files));
	const { signal } = deps.agent;
	const { knownAt = start } = task;
	const embedded = await embeddedFindings(log, knownAt, workspace, { ...task, signal });
	const project = await projectOf(log, knownAt, workspace);
	const reported = reportedCode(await workspaceFrames(task.brief, workspace));
	const suspects = new NamedSuspects(log, workspace, { ranking: embedded.ranking, signal });
	let node = start;
	const agent = searchAgent(log, start, {
		task,
		deps: { ...deps, workspace },
		project,
		reported,
		embedded,
		suspects,
		onOpen: id => (node = id),
	});
	try {
		const end = await runAgent(log, start, agent);
		if (end.result === undefined) {
			await nameBestSoFar(log, end.node, {
				suspects,
				embedded,
				why: end.isGivenUp
					? `${maxUseless} answers in a row had no call and no location that could be used.`
					: `The limit of ${counted(deps.maxRounds, 'round')} is reached.`,
			});
		}
		return end.node;
	} catch (error) {
		if (!(error instanceof CapReached)) {
			throw error;
		}
		await nameBestSoFar(log, node, { suspects, embedded, why: error.message });
		return node;
	}
}

/** Recorded, so that files added later do not change the text sent to the model. */
function projectOf(log: RunLog, start: string, workspace: Workspace): Promise<Project> {
	return log.value(start, 'project', {}, async () => {
		const paths = (await workspace.files.list()).map(({ path }) => path);
		const name = await projectName(workspace, paths);
		return { entries: topLevel(paths), ...(name !== undefined && { name }) };
	});
}

interface Search {
	readonly task: LocateTask;
	readonly deps: LocateDeps;
	readonly project: Project;
	readonly reported: ReportedCode;
	readonly embedded: EmbeddedFindings;
	readonly suspects: NamedSuspects;
	readonly onOpen: (node: string) => void;
}

function searchAgent(
	log: RunLog,
	start: string,
	{ task, deps, project, reported, embedded, suspects, onOpen }: Search,
): Agent<NamedPlace, readonly BugLocation[]> {
	const { agent, workspace, maxRounds, style = conversationStyle } = deps;
	const observations = [
		...(reported.isOfOtherVersion ? [otherVersion.trim()] : []),
		...task.clues,
		...(deps.seeds ? embedded.observations : []),
	];
	const idle = new IdleRounds(suspects, style.toolset);
	const opening = { issue: task.text, observations, project, reportedLines: reported.lines };
	const { protocol, memory, focus } = style.open(log, start, agent, opening);
	return {
		toolset: style.toolset,
		protocol,
		prompts: { feedback },
		context: { workspace, signal: agent.signal, focus, ...(memory !== undefined && { memory }) },
		limits: { maxRounds },
		stage: {
			open: async (at, round) => {
				const node = await log.open(at, { key: 'round', kind: 'round', title: `Round ${round}` });
				onOpen(node);
				return node;
			},
			read: async (node, whole, shown) => {
				// Notes and the like do not continue a search.
				const reply = { ...whole, calls: whole.calls.filter(({ tool }) => isSearch(style.toolset, tool)) };
				const named = await suspects.name(node, reply, shown);
				return whole.calls.length + named.locations.length > 0
					? idle.end(readingOf(reply, named, style.toolset))
					: idle.read(node, reply, named, shown);
			},
		},
	};
}

/** After as many answers in a row without anything useful a search ends. */
const maxUseless = 3;

/** The answers in a row without a call and a location. */
class IdleRounds {
	private nUseless = 0;

	constructor(
		private readonly suspects: NamedSuspects,
		private readonly toolset: SearchStyle['toolset'],
	) {}

	/** A reading that is useful. */
	end(reading: Reading<readonly BugLocation[]>): Reading<readonly BugLocation[]> {
		this.nUseless = 0;
		return reading;
	}

	/** If the model named places before, a second answer without a call confirms them. */
	async read(
		node: string,
		reply: AgentStep<NamedPlace>,
		named: NamedOutcome,
		shown: readonly ShownPlaces[],
	): Promise<Reading<readonly BugLocation[]>> {
		this.nUseless++;
		const { last } = this.suspects;
		const isRepeated = this.nUseless > 1 && reply.report.length === 0;
		if (last !== undefined && isRepeated) {
			const again = { ...reply, report: last.report };
			return this.end(readingOf(again, await this.suspects.name(node, again, shown), this.toolset));
		}
		const reading = readingOf(reply, named, this.toolset);
		const reminder = last === undefined ? [] : [fillTemplate(namedBefore, { places: placesOf(last.locations) })];
		const remarks = [...reading.remarks, ...reminder];
		return this.nUseless < maxUseless ? { ...reading, remarks } : this.end({ ...reading, remarks, isGivenUp: true });
	}
}

function askedBackText({ locations, problems }: NamedOutcome): string {
	const names = locations.map(each => `${placeName(each)} in ${each.file}`);
	return fillTemplate(askBack, {
		problems: problems.map(problem => `- ${problem}`).join('\n'),
		kept: names.length === 0 ? '' : fillTemplate(keptMeanwhile, { places: names.join(', ') }),
	}).replaceAll(/\n{3,}/g, '\n\n');
}

function placesOf(locations: readonly BugLocation[]): string {
	return locations.map(each => `- ${placeName(each)} in ${each.file}`).join('\n');
}

function readingOf(
	reply: AgentStep<NamedPlace>,
	named: NamedOutcome,
	toolset: SearchStyle['toolset'],
): Reading<readonly BugLocation[]> {
	const isFinal = !named.isProvisional;
	const isAskedBack = reply.calls.length === 0 && named.isProvisional && named.problems.length > 0;
	const remarks = [...reply.problems, ...(isAskedBack ? [askedBackText(named)] : named.problems)];
	const isEmpty = reply.calls.length === 0 && named.locations.length === 0;
	return {
		...(isFinal && { result: named.locations }),
		remarks: isEmpty && remarks.length === 0 ? [nothingChosen] : remarks,
		summary: results => {
			const searches = results.filter(({ call }) => isSearch(toolset, call.tool));
			return results.length > 0 && searches.length === 0 && !isFinal
				? 'Reviewed the working memory'
				: roundSummary(searches, named, isFinal);
		},
	};
}

function isSearch({ tools }: SearchStyle['toolset'], name: string): boolean {
	return tools.some(tool => tool.name === name && !tool.changes);
}

interface BestSoFar {
	readonly suspects: NamedSuspects;
	readonly embedded: EmbeddedFindings;
	readonly why: string;
}

/** Ends a search that reached a limit: with the model's last answer, else with the embedded localizer's findings. */
async function nameBestSoFar(log: RunLog, node: string, { suspects, embedded, why }: BestSoFar): Promise<void> {
	const { locations, isEmbedded } = resultOf(log.run, node);
	const isNamed = locations.length > 0 && isEmbedded !== true;
	const source = isNamed
		? 'These are the locations the model named last; its search was not finished.'
		: 'The model named no location; these are from the embedded localizer.';
	await log.once(rootNode, { type: 'noted', text: `${why} ${source}` });
	if (!isNamed) {
		await suspects.nameInstead(node, embedded.locations);
	}
}

/** A round in one line: its searches, their results, and the current suspects. */
function roundSummary(results: readonly CallResult[], { locations }: NamedOutcome, isFinal: boolean): string {
	const names = listed([...new Set(locations.map(placeName))], 3);
	if (isFinal) {
		return `Named ${counted(locations.length, 'location')}: ${names}`;
	}
	if (results.length === 0) {
		return locations.length === 0
			? 'Gave no call and no location that could be used'
			: `Named ${counted(locations.length, 'location')} beside places to correct: ${names}`;
	}
	const suspected = locations.length === 0 ? '' : `, suspects ${names}`;
	return `${lookedText(results)}${suspected}`;
}
