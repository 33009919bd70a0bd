import { confidence } from '../../core/model/confidence';
import type { BugLocation } from '../../core/model/location';
import { placeName, placeText } from '../../core/model/placeText';
import type { Run } from '../../core/model/run';
import type { RunCall, RunNode } from '../../core/model/runNode';

/** The trajectory as a markdown document: everything the view can show, for reading and searching. */
export function runMarkdown(run: Run): string {
	const rounds = run.nodes.filter(({ kind }) => kind === 'round');
	return [
		`# ${run.issue.title}`,
		`${outcomes[run.state]} Engine: ${run.engine}.${run.message === undefined ? '' : ` ${run.message}`}`,
		'## Issue',
		fenced(run.issue.body),
		'## Rounds',
		...rounds.flatMap((node, idx) => roundText(node, idx + 1)),
		'## Locations',
		...(run.locations.length === 0 ? ['None named.'] : run.locations.map((at, idx) => locationText(run, at, idx + 1))),
	]
		.join('\n\n')
		.concat('\n');
}

const outcomes: Readonly<Record<Run['state'], string>> = {
	running: 'Not finished.',
	paused: 'Paused.',
	done: 'Done.',
	cancelled: 'Cancelled; what was found is kept.',
	failed: 'Failed.',
};

function roundText(node: RunNode, number: number): string[] {
	return [`### Round ${number}: ${node.summary ?? node.title}`, ...node.reasoning, ...node.calls.map(callText)];
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

/** A fence longer than any in the text, so that nothing in it can end it. */
function fenced(text: string): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}\n${text.trimEnd()}\n${fence}`;
}
