import type { RunEvent } from '../../runs/pure/events/runEvent';
import type { CandidatesCompared } from '../../runs/pure/events/treeEvents';
import type { Run } from '../../runs/pure/fold/run';
import type { RequestAnswer, RunNode } from '../../runs/pure/fold/runNode';
import type { IssueBrief } from '../../runs/pure/model/brief';
import type { Execution } from '../../runs/pure/model/execution';
import type { PatchEvaluation } from '../../runs/pure/model/imported';
import type { Issue } from '../../runs/pure/model/issue';
import { emptyRanking } from '../../runs/pure/model/location';
import type { Patch } from '../../runs/pure/model/patch';
import { shortened } from '../../runs/pure/model/shortened';
import type { ValidationRun } from '../../runs/pure/model/testing/validation';
import type { CallRef } from './messages';

/** The size an answer may have before it is left out and fetched when its row is opened. */
export const answerLimit = { nCharacters: 4_000, nPlaces: 30 };
const issueCharacters = 20_000;
const briefEntries = 20;
/** Of a stack, the innermost ones. */
const frameEntries = 60;
/** Models seldom write more; the view of the whole request shows the full text. */
const modelCharacters = 20_000;

type Answer = NonNullable<RunNode['calls'][number]['answer']>;
type Reply = Pick<RequestAnswer, 'text' | 'toolCalls'>;

/**
 * The run without data that no row shows at first: a view opens equally fast however much the run read. Texts sent to a
 * model stay entirely with the host.
 */
export function clipRun(run: Run): { readonly run: Run; readonly clipped: readonly CallRef[] } {
	const clipped: CallRef[] = [];
	const nodes = Object.values(run.nodes).map(node => ({
		...node,
		...(node.named !== undefined && { named: { ...node.named, ranking: emptyRanking } }),
		patches: node.patches.map(clipPatch),
		reproducerRuns: node.reproducerRuns.map(clipRan),
		validationRuns: node.validationRuns.map(clipValidation),
		crashChecks: node.crashChecks.map(clipRan),
		...(node.compared !== undefined && { compared: cutCompared(node.compared) }),
		...(node.evaluations !== undefined && { evaluations: node.evaluations.map(clipEvaluation) }),
		requests: node.requests.map(request =>
			request.answer === undefined
				? request
				: { ...request, answer: { ...request.answer, ...cutReply(request.answer) } },
		),
		calls: node.calls.map(call => {
			if (call.answer === undefined || fits(call.answer)) {
				return call;
			}
			clipped.push({ node: node.id, call: call.id });
			return { ...call, answer: { ...call.answer, ...cut(call.answer) } };
		}),
	}));
	const { brief, ...rest } = run;
	const shortBrief = brief === undefined ? {} : { brief: clipBrief(brief) };
	const issue = clipIssue(run.issue);
	const clippedRun = {
		...{ ...rest, ...shortBrief, issue, messages: {} },
		nodes: Object.fromEntries(nodes.map(node => [node.id, node])),
		selected: { ...run.selected, ranking: emptyRanking },
	};
	return { run: clippedRun, clipped };
}

/** As `clipRun`, for one event: folding clipped events gives the clipped run. */
export function clipEvent(event: RunEvent): { readonly event: RunEvent; readonly clipped: readonly CallRef[] } {
	switch (event.type) {
		case 'runStarted':
			return { event: { ...event, issue: clipIssue(event.issue) }, clipped: [] };
		case 'briefMade':
			return { event: { ...event, brief: clipBrief(event.brief) }, clipped: [] };
		case 'locationsNamed':
			return { event: { ...event, ranking: emptyRanking }, clipped: [] };
		case 'patchWritten':
			return { event: { ...event, patch: clipPatch(event.patch) }, clipped: [] };
		case 'reproducerRan':
			return { event: { ...event, ran: clipRan(event.ran) }, clipped: [] };
		case 'crashChecked':
			return { event: { ...event, ran: clipRan(event.ran) }, clipped: [] };
		case 'validationRan':
			return { event: { ...event, ran: clipValidation(event.ran) }, clipped: [] };
		case 'candidatesCompared':
			return { event: cutCompared(event), clipped: [] };
		case 'patchEvaluated':
			return { event: { ...event, evaluation: clipEvaluation(event.evaluation) }, clipped: [] };
		case 'modelAsked':
			return { event: { ...event, fresh: {} }, clipped: [] };
		case 'stepped':
			return { event: { ...event, output: null }, clipped: [] };
		case 'modelAnswered':
			return { event: { ...event, ...cutReply(event) }, clipped: [] };
		case 'toolAnswered':
			return fits(event)
				? { event, clipped: [] }
				: { event: { ...event, ...cut(event) }, clipped: [{ node: event.node, call: event.call }] };
		default:
			return { event, clipped: [] };
	}
}

function fits({ text, places }: Pick<Answer, 'text' | 'places'>): boolean {
	return text.length <= answerLimit.nCharacters && places.length <= answerLimit.nPlaces;
}

function cut({ text, places }: Pick<Answer, 'text' | 'places'>): Pick<Answer, 'text' | 'places'> {
	return { text: text.slice(0, answerLimit.nCharacters), places: places.slice(0, answerLimit.nPlaces) };
}

/** Calls without their arguments: those that could be parsed are in the round's own calls. */
function cutReply({ text, toolCalls }: Reply): Reply {
	return { text: shortened(text, modelCharacters), toolCalls: toolCalls.map(call => ({ ...call, arguments: '' })) };
}

function cutCompared<Compared extends Pick<CandidatesCompared, 'candidates' | 'reasons'>>(
	compared: Compared,
): Compared {
	const candidates = compared.candidates.map(({ thought, action }) => ({
		thought: shortened(thought, modelCharacters),
		action: shortened(action, modelCharacters),
	}));
	return { ...compared, candidates, reasons: shortened(compared.reasons, modelCharacters) };
}

/** Its output is shown by an editor. */
function clipEvaluation(evaluation: PatchEvaluation): PatchEvaluation {
	return { ...evaluation, output: '' };
}

/** The texts of a patch are shown by editors, not by this view. */
function clipPatch(patch: Patch): Patch {
	return { ...patch, diff: '', files: patch.files.map(({ path }) => ({ path })) };
}

function clipRan<Ran extends { readonly execution: Execution }>(ran: Ran): Ran {
	return { ...ran, execution: { ...ran.execution, stdout: '', stderr: '' } };
}

function clipValidation({ outcomes: _outcomes, ...ran }: ValidationRun): ValidationRun {
	const { tests } = ran;
	const broken = tests?.broken.map(({ id, how }) => ({ id, how }));
	return { ...clipRan(ran), ...(tests && broken && { tests: { ...tests, broken } }) };
}

function clipIssue(issue: Issue): Issue {
	return { ...issue, body: shortened(issue.body, issueCharacters) };
}

function clipBrief(brief: IssueBrief): IssueBrief {
	return {
		...brief,
		prose: '',
		codeBlocks: [],
		names: brief.names.slice(0, briefEntries),
		strings: brief.strings.slice(0, briefEntries),
		tracebacks: brief.tracebacks.slice(0, briefEntries).map(traceback => ({
			...traceback,
			frames: traceback.frames.slice(-frameEntries),
		})),
		paths: brief.paths.slice(0, briefEntries),
		expectations: brief.expectations.slice(0, briefEntries),
		...(brief.edited === undefined ? {} : { edited: shortened(brief.edited, issueCharacters) }),
	};
}
