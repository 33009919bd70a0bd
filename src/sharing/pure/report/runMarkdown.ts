import { agreedIssue } from '../../../outgoing/pure/gate/issueAsSent';
import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import { shownPatches } from '../../../patches/pure/acceptance/shownPatches';
import { roundNumbers } from '../../../runs/pure/fold/roundNumbers';
import { type Run, rootNode } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import type { RequestFailure, RunCall, RunNode, RunRequest } from '../../../runs/pure/fold/runNode';
import { provisionalText } from '../../../runs/pure/fold/runResult';
import { nodesOf } from '../../../runs/pure/fold/runTree';
import { issueLines, issueLineText } from '../../../runs/pure/fold/shownEvidence';
import { patchName, patchSummary } from '../../../runs/pure/fold/shownPatch';
import { shownTestRuns } from '../../../runs/pure/fold/shownTestRuns';
import type { Price } from '../../../runs/pure/fold/spent';
import { usageText, wholeUsageText } from '../../../runs/pure/fold/usage';
import { confidence } from '../../../runs/pure/model/confidence';
import { brokeByText, culpritPercent } from '../../../runs/pure/model/culprit';
import type { Issue } from '../../../runs/pure/model/issue';
import type { BugLocation, Evidence } from '../../../runs/pure/model/location';
import { codeLineText, placeName, placeText } from '../../../runs/pure/model/placeText';
import { codeSpan, fenced, plainLine, plainMarkdown } from '../../../system/pure/text/fenced';
import { runExit } from './exitStatus';
import { metricTexts, runMetrics } from './runMetrics';

/**
 * The trajectory as a markdown document with everything the view can show, for reading, searching and sharing: it
 * passes the gate, and shows the issue as the user agreed to have it sent. `price`: for the run's model, if known.
 */
export function runMarkdown(run: Run, price?: Price): string {
	const gate = new OutgoingGate();
	gate.learn(`${run.issue.title}\n${run.issue.body}`);
	return gate.clean(wholeText(run, agreedIssue(run.issue, run.brief?.edited, gate), price)).text;
}

function wholeText(run: Run, { title, body }: Issue, price: Price | undefined): string {
	const provisional = provisionalText(run);
	return [
		`# ${plainLine(title)}`,
		...headText(run, price),
		'## Issue',
		fenced(body),
		'## Rounds',
		...roundTexts(run),
		...culpritTexts(run),
		...(run.imported === undefined
			? ['## Locations', ...(provisional === undefined ? [] : [`${provisional}.`]), ...locationTexts(run)]
			: []),
		...patchTexts(run),
	]
		.join('\n\n')
		.concat('\n');
}

/** How it ended, why the first patch is first, and the resources the run used. */
function headText(run: Run, price: Price | undefined): string[] {
	const { engine, server, nRequests, usage, nodes } = run;
	const at = server === undefined ? '' : ` at ${server}`;
	const [first] = shownPatches(run);
	return [
		plainMarkdown(runExit(run).text),
		...(first?.why === undefined ? [] : [plainMarkdown(`${patchName(first)} is first: ${first.why}`)]),
		plainMarkdown(`Engine: ${engine}${at}. ${metricTexts(run, runMetrics(run, price)).join(', ')}.`),
		`Run ${codeSpan(run.id)}.`,
		...(nRequests === 0 ? [] : [`Requests: ${nRequests}. ${wholeUsageText(usage)}.`]),
		...(nodes[rootNode]?.notes ?? []).map(noteText),
	];
}

/** Rounds in order; the feedback that started a branch precedes its rounds. */
function roundTexts(run: Run): string[] {
	const numbers = roundNumbers(run);
	return nodesOf(run).flatMap(node => {
		switch (node.kind) {
			case 'feedback':
				return [`### Feedback after round ${numbers.get(node.parent ?? '') ?? '?'}`, fenced(node.title)];
			case 'round':
				return roundText(node, numbers.get(node.id) ?? '');
			default:
				return [];
		}
	});
}

function roundText(node: RunNode, number: string): string[] {
	const replaces = node.expansion?.replaces;
	return [
		`### Round ${number}: ${plainLine(node.summary ?? node.title)}`,
		...(replaces === undefined ? [] : [`An alternative to ${codeSpan(replaces)}.`]),
		...node.reasoning.map(plainMarkdown),
		...node.requests.flatMap(requestText),
		...node.calls.map(callText),
		...node.notes.map(noteText),
	];
}

function requestText({ purpose, answer, failures }: RunRequest): string[] {
	const cost = answer === undefined ? 'no answer' : usageText(answer.usage);
	return [
		`Asked the model to ${plainLine(purpose)} (${cost}).`,
		...failures.map(failureText),
		...(answer === undefined || answer.text === '' ? [] : [fenced(answer.text)]),
	];
}

function failureText({ message, retryInMs }: RequestFailure): string {
	return noteText(retryInMs === undefined ? message : `${message} The request was retried.`);
}

function noteText(text: string): string {
	return `> ${plainMarkdown(text).replaceAll('\n', '\n> ')}`;
}

function callText({ tool, args, answer }: RunCall): string {
	const values = Object.values(args).map(value => JSON.stringify(value));
	const call = codeSpan(`${tool}(${values.join(', ')})`);
	return answer === undefined
		? `${call}: no answer`
		: `${call}: ${answer.ok ? 'ok' : 'failed'}\n\n${fenced(answer.text)}`;
}

/** The commit that broke it, and the lines of it that the failure executes. */
function culpritTexts({ culprit }: Run): string[] {
	if (culprit === undefined) {
		return [];
	}
	const lines = culprit.lines.map(each => `- ${codeSpan(`${each.file}:${each.line}`)}: ${codeSpan(each.text)}`);
	const text = `${plainLine(brokeByText(culprit))} (probability: ${culpritPercent(culprit)})`;
	return ['## Broke by', text, ...(lines.length === 0 ? [] : [lines.join('\n')])];
}

function locationTexts(run: Run): string[] {
	const { locations } = run.selected;
	const lines = issueLines(run);
	const evidence = (at: BugLocation) => at.evidence.map(each => evidenceText(each, lines));
	return locations.length === 0
		? ['None named.']
		: locations.map((at, idx) => [locationText(run, at, idx + 1), ...evidence(at)].join('\n'));
}

/** All patches, best first, as every view shows them. */
function patchTexts(run: Run): string[] {
	const patches = shownPatches(run);
	const diffs = new Map(fixOf(run).patches.map(({ id, diff }) => [id, diff]));
	const texts = patches.flatMap(patch => [
		`### ${patchName(patch)}: ${plainLine(patchSummary(patch))}`,
		patch.evidence.map(({ label, text }) => `- ${label}: ${plainLine(text)}`).join('\n'),
		fenced(diffs.get(patch.id) ?? ''),
	]);
	const tests = shownTestRuns(run).map(({ text, command }) => `- ${text}: ${codeSpan(command)}`);
	return texts.length === 0 ? [] : ['## Patches', tests.join('\n'), ...texts].filter(text => text !== '');
}

function locationText(run: Run, location: BugLocation, number: number): string {
	const verdict = run.dismissed.includes(location.id) ? 'not the bug' : confidence(location, run.selected);
	const { intendedBehavior, cause, fromIssue } = location;
	return [
		`${number}. **${plainLine(placeName(location))}** (${plainLine(placeText(location))}), ${verdict}`,
		...(intendedBehavior === '' ? [] : [`   - Intended behavior: ${plainLine(intendedBehavior)}`]),
		...(cause === undefined ? [] : [`   - Cause: ${plainLine(cause)}`]),
		...(fromIssue === undefined ? [] : [`   - From the issue: ${plainLine(fromIssue)}`]),
		...likelihoodTexts(location),
	].join('\n');
}

const nContributions = 4;

/** `Likelihood: 34 %, from …`, with the largest additions to the score, in units of log-odds. */
function likelihoodTexts({ likelihood, contributions = [] }: BugLocation): string[] {
	if (likelihood === undefined) {
		return [];
	}
	const most = contributions
		.slice(0, nContributions)
		.map(({ text, score }) => `${text} (${score < 0 ? '−' : '+'}${Math.abs(score).toFixed(1)})`);
	return [`   - Likelihood: ${Math.round(100 * likelihood)} %. ${most.join(', ')}`];
}

function evidenceText({ text, codeLine, issueLine }: Evidence, lines: readonly string[]): string {
	const code = codeLine === undefined ? '' : ` (${plainLine(codeLineText(codeLine))})`;
	const issue = issueLine === undefined ? '' : `\n     - ${plainLine(issueLineText(lines, issueLine))}`;
	return `   - ${plainLine(text)}${code}${issue}`;
}
