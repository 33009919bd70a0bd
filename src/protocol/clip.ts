import type { IssueBrief } from '../core/model/brief';
import type { Issue } from '../core/model/issue';
import { emptyRanking } from '../core/model/location';
import type { Run } from '../core/model/run';
import type { RunEvent } from '../core/model/runEvent';
import type { RunNode } from '../core/model/runNode';
import type { CallRef } from './messages';

/** What a call's answer may hold before it is left out and fetched when its row is opened. */
export const answerLimit = { nCharacters: 4_000, nPlaces: 30 };
const issueCharacters = 20_000;
const briefEntries = 20;

type Answer = NonNullable<RunNode['calls'][number]['answer']>;

/** The run without what no row shows at first: a view opens at the same speed whatever the run read. */
export function clipRun(run: Run): { readonly run: Run; readonly clipped: readonly CallRef[] } {
	const clipped: CallRef[] = [];
	const nodes = run.nodes.map(node => ({
		...node,
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
	return { run: { ...rest, ...shortBrief, nodes, issue: clipIssue(run.issue), ranking: emptyRanking }, clipped };
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

function clipIssue(issue: Issue): Issue {
	return issue.body.length <= issueCharacters ? issue : { ...issue, body: `${issue.body.slice(0, issueCharacters)}…` };
}

function clipBrief(brief: IssueBrief): IssueBrief {
	return {
		...brief,
		prose: '',
		codeBlocks: [],
		names: brief.names.slice(0, briefEntries),
		strings: brief.strings.slice(0, briefEntries),
		paths: brief.paths.slice(0, briefEntries),
		expectations: brief.expectations.slice(0, briefEntries),
	};
}
