import { confidence } from '../../core/model/confidence';
import type { BugLocation } from '../../core/model/location';
import { placeName, placeText } from '../../core/model/placeText';
import { roundNumbers } from '../../core/model/roundNumbers';
import type { Run } from '../../core/model/run';
import type { RunCall, RunNode } from '../../core/model/runNode';
import type { RequestFailure, RunRequest } from '../../core/model/runRequest';
import { usageText, wholeUsageText } from '../../core/model/usageText';
import { fenced } from './fenced';

/** The trajectory as a markdown document: everything the view can show, for reading and searching. */
export function runMarkdown(run: Run): string {
	return [
		`# ${run.issue.title}`,
		...headText(run),
		'## Issue',
		fenced(run.brief?.edited ?? run.issue.body),
		'## Rounds',
		...roundTexts(run),
		'## Locations',
		...(run.isProvisional ? ['Provisional: the model had not finished.'] : []),
		...(run.locations.length === 0 ? ['None named.'] : run.locations.map((at, idx) => locationText(run, at, idx + 1))),
	]
		.join('\n\n')
		.concat('\n');
}

function headText({ state, engine, server, message, nRequests, usage, nodes }: Run): string[] {
	const at = server === undefined ? '' : ` at ${server}`;
	const root = nodes.find(({ kind }) => kind === 'run');
	return [
		`${outcomes[state]} Engine: ${engine}${at}.${message === undefined ? '' : ` ${message}`}`,
		...(nRequests === 0 ? [] : [`Requests: ${nRequests}. ${wholeUsageText(usage)}.`]),
		...(root?.notes ?? []).map(noteText),
	];
}

const outcomes: Readonly<Record<Run['state'], string>> = {
	running: 'Not finished.',
	paused: 'Paused.',
	done: 'Done.',
	cancelled: 'Cancelled; what was found is kept.',
	failed: 'Failed.',
};

/** Rounds in their order; in front of those of a branch, what the person said. */
function roundTexts({ nodes }: Run): string[] {
	const numbers = roundNumbers(nodes);
	return nodes.flatMap(node => {
		switch (node.kind) {
			case 'branch':
				return [`### Feedback after round ${numbers.get(node.after ?? '') ?? '?'}`, fenced(node.title)];
			case 'round':
				return roundText(node, numbers.get(node.id) ?? '');
			default:
				return [];
		}
	});
}

function roundText(node: RunNode, number: string): string[] {
	return [
		`### Round ${number}: ${node.summary ?? node.title}`,
		...node.reasoning,
		...node.requests.flatMap(requestText),
		...node.calls.map(callText),
		...node.notes.map(noteText),
	];
}

function requestText({ purpose, answer, failures }: RunRequest): string[] {
	const cost = answer === undefined ? 'no answer' : usageText(answer.usage);
	return [
		`Asked the model to ${purpose} (${cost}).`,
		...failures.map(failureText),
		...(answer === undefined || answer.text === '' ? [] : [fenced(answer.text)]),
	];
}

function failureText({ message, retryInMs }: RequestFailure): string {
	return noteText(retryInMs === undefined ? message : `${message} It was asked again.`);
}

function noteText(text: string): string {
	return `> ${text.replaceAll('\n', '\n> ')}`;
}

function callText({ tool, args, answer }: RunCall): string {
	const call = `\`${tool}(${Object.values(args)
		.map(value => JSON.stringify(value))
		.join(', ')})\``;
	return answer === undefined
		? `${call}: no answer`
		: `${call}: ${answer.ok ? 'ok' : 'failed'}\n\n${fenced(answer.text)}`;
}

function locationText(run: Run, location: BugLocation, number: number): string {
	const verdict = run.dismissed.includes(location.id) ? 'not the bug' : confidence(location, run);
	return [
		`${number}. **${placeName(location)}** (${placeText(location)}), ${verdict}`,
		`   - Intended behavior: ${location.intendedBehavior}`,
		...location.evidence.map(({ text }) => `   - ${text}`),
	].join('\n');
}
