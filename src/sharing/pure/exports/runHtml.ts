import { shownPatches } from '../../../patches/pure/acceptance/shownPatches';
import { roundNumbers } from '../../../runs/pure/fold/roundNumbers';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import type { RunCall, RunNode, RunRequest } from '../../../runs/pure/fold/runNode';
import { provisionalText } from '../../../runs/pure/fold/runResult';
import { nodesOf } from '../../../runs/pure/fold/runTree';
import { patchName, patchSummary, type ShownPatch } from '../../../runs/pure/fold/shownPatch';
import type { Price } from '../../../runs/pure/fold/spent';
import { usageText, wholeUsageText } from '../../../runs/pure/fold/usage';
import { confidence } from '../../../runs/pure/model/confidence';
import { brokeByText, culpritPercent } from '../../../runs/pure/model/culprit';
import type { BugLocation } from '../../../runs/pure/model/location';
import { codeLineText, placeName, placeText } from '../../../runs/pure/model/placeText';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { runExit } from '../report/exitStatus';
import { htmlLine, htmlText, styleDigest } from '../report/htmlText';
import { metricTexts, runMetrics } from '../report/runMetrics';
import page from './runHtml.md';
import type { SharedRun } from './sharedRun';

/**
 * A run as one page that needs nothing else: no script, no request, no font. Its content security policy allows its own
 * style and nothing more.
 */
export async function runHtml(
	{ run }: Pick<SharedRun, 'run'>,
	{ version, price }: { readonly version: string; readonly price?: Price | undefined },
): Promise<string> {
	return `${fillTemplate(page, {
		digest: await styleDigest(page),
		title: htmlLine(run.title),
		head: headHtml(run, price),
		locations: `${culpritHtml(run)}${locationsHtml(run)}`,
		patches: patchesHtml(run),
		issue: `<p class="name">${htmlLine(run.issue.title)}</p>\n${block(run.issue.body)}`,
		rounds: roundsHtml(run),
		footer: `Run <code>${htmlLine(run.id)}</code>, exported by Faultline ${htmlLine(version)} without secrets, hidden files and home folders.`,
	})}\n`;
}

function headHtml(run: Run, price: Price | undefined): string {
	const { engine, server, nRequests, usage } = run;
	const facts = [
		`${engine}${server === undefined ? '' : ` at ${server}`}`,
		...metricTexts(run, runMetrics(run, price)),
		...(nRequests === 0 ? [] : [counted(nRequests, 'request'), wholeUsageText(usage)]),
	];
	const items = facts.map(fact => `<li>${htmlLine(fact)}</li>`).join('');
	return `<p>${htmlLine(runExit(run).text)}</p>\n<ul class="facts">${items}</ul>`;
}

function culpritHtml({ culprit }: Run): string {
	if (culprit === undefined) {
		return '';
	}
	const lines = culprit.lines.map(
		({ file, line, text }) => `<li><code>${htmlLine(`${file}:${line}`)}</code> <code>${htmlLine(text)}</code></li>`,
	);
	return section('Broke by', [
		`<p>${htmlLine(brokeByText(culprit))} <span class="aside">(probability: ${htmlLine(culpritPercent(culprit))})</span></p>`,
		...(lines.length === 0 ? [] : [`<ul>${lines.join('')}</ul>`]),
	]);
}

function locationsHtml(run: Run): string {
	const { locations } = run.selected;
	if (run.imported !== undefined) {
		return '';
	}
	const provisional = provisionalText(run);
	const items = locations.map(location => locationHtml(run, location)).join('\n');
	return section('Locations', [
		...(provisional === undefined ? [] : [`<p class="aside">${htmlLine(provisional)}.</p>`]),
		items === '' ? '<p>None named.</p>' : `<ol class="places">\n${items}\n</ol>`,
	]);
}

function locationHtml(run: Run, location: BugLocation): string {
	const { intendedBehavior, cause, fromIssue, likelihood, evidence } = location;
	const verdict = run.dismissed.includes(location.id) ? 'not the bug' : confidence(location, run.selected);
	const texts = [
		...(intendedBehavior === '' ? [] : [`Intended behavior: ${intendedBehavior}`]),
		...(cause === undefined ? [] : [`Cause: ${cause}`]),
		...(fromIssue === undefined ? [] : [`From the issue: ${fromIssue}`]),
		...(likelihood === undefined ? [] : [`Likelihood: ${Math.round(100 * likelihood)} %`]),
	];
	const reasons = evidence.map(({ text, codeLine }) => {
		const code = codeLine === undefined ? '' : ` <code>${htmlLine(codeLineText(codeLine))}</code>`;
		return `<li>${htmlLine(text)}${code}</li>`;
	});
	return [
		`<li><span class="name">${htmlLine(placeName(location))}</span><span class="badge">${htmlLine(verdict)}</span>`,
		`<p class="aside"><code>${htmlLine(placeText(location))}</code></p>`,
		...texts.map(text => `<p>${htmlLine(text)}</p>`),
		...(reasons.length === 0 ? [] : [`<ul>${reasons.join('')}</ul>`]),
		'</li>',
	].join('\n');
}

function patchesHtml(run: Run): string {
	const diffs = new Map(fixOf(run).patches.map(({ id, diff }) => [id, diff]));
	const texts = shownPatches(run).map(patch => patchHtml(patch, diffs.get(patch.id) ?? ''));
	return texts.length === 0 ? '' : section('Patches', texts);
}

const verdictClasses: Readonly<Record<ShownPatch['verdict']['verdict'], string>> = {
	good: ' class="good"',
	bad: ' class="bad"',
	unsure: '',
};

function patchHtml(patch: ShownPatch, diff: string): string {
	const evidence = patch.evidence.map(({ label, text }) => `<li>${htmlLine(label)}: ${htmlLine(text)}</li>`);
	return [
		`<h3>${htmlLine(patchName(patch))}: <span${verdictClasses[patch.verdict.verdict]}>${htmlLine(patchSummary(patch))}</span></h3>`,
		...(evidence.length === 0 ? [] : [`<ul>${evidence.join('')}</ul>`]),
		`<pre class="diff">${diff.trimEnd().split('\n').map(diffLine).join('')}</pre>`,
	].join('\n');
}

function diffLine(line: string): string {
	const kind = /^(?:diff --git |--- |\+\+\+ |index )/.test(line) ? 'file' : lineKinds[line.slice(0, 1)];
	return `<span${kind === undefined ? '' : ` class="${kind}"`}>${htmlText(line) || ' '}</span>`;
}

const lineKinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'hunk' };

/** Rounds in order, folded; the feedback that started a branch precedes its rounds. */
function roundsHtml(run: Run): string {
	const numbers = roundNumbers(run);
	const texts = nodesOf(run).flatMap(node => {
		switch (node.kind) {
			case 'feedback':
				return [
					`<h3>Feedback after round ${htmlLine(numbers.get(node.parent ?? '') ?? '?')}</h3>\n${block(node.title)}`,
				];
			case 'round':
				return [roundHtml(node, numbers.get(node.id) ?? '')];
			default:
				return [];
		}
	});
	return texts.length === 0 ? '<p>None.</p>' : texts.join('\n');
}

function roundHtml(node: RunNode, number: string): string {
	return [
		`<details><summary><span class="number">${htmlLine(number)}</span>${htmlLine(node.summary ?? node.title)}</summary>`,
		...node.reasoning.map(text => block(text)),
		...node.requests.map(requestHtml),
		...node.calls.map(callHtml),
		...node.notes.map(text => `<p class="aside">${htmlLine(text)}</p>`),
		'</details>',
	].join('\n');
}

function requestHtml({ purpose, answer, failures }: RunRequest): string {
	const cost = answer === undefined ? 'no answer' : usageText(answer.usage);
	return [
		`<p>Asked the model to ${htmlLine(purpose)} <span class="aside">(${htmlLine(cost)})</span></p>`,
		...failures.map(({ message }) => `<p class="aside">${htmlLine(message)}</p>`),
		...(answer === undefined || answer.text === '' ? [] : [block(answer.text)]),
	].join('\n');
}

function callHtml({ tool, args, answer }: RunCall): string {
	const values = Object.values(args).map(value => JSON.stringify(value));
	const call = `<code>${htmlLine(`${tool}(${values.join(', ')})`)}</code>`;
	return answer === undefined
		? `<p>${call} <span class="aside">no answer</span></p>`
		: `<details><summary>${call}<span class="badge">${answer.ok ? 'ok' : 'failed'}</span></summary>\n${block(answer.text)}\n</details>`;
}

function block(text: string): string {
	return `<pre>${htmlText(text.trimEnd())}</pre>`;
}

function section(title: string, parts: readonly string[]): string {
	return `<section><h2>${title}</h2>\n${parts.join('\n')}</section>`;
}
