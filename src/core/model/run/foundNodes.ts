import type { Run } from './run';
import type { RunNode } from './runNode';
import { nodesOf } from './runTree';

/** A part is complete after so many characters, so that the caller can pause between two. */
const partCharacters = 200_000;

/**
 * The ids of the nodes that contain a text, oldest first, in parts: in their title, thoughts, actions or what these
 * printed, their candidates or their notes. Case does not count. Every run has one part at least.
 */
export function* foundNodes(run: Pick<Run, 'nodes'>, text: string): Generator<readonly string[]> {
	const query = text.toLowerCase();
	let found: string[] = [];
	let nCharacters = 0;
	for (const node of query === '' ? [] : nodesOf(run)) {
		const texts = textsOf(node);
		if (texts.some(each => each.toLowerCase().includes(query))) {
			found.push(node.id);
		}
		nCharacters += texts.reduce((sum, { length }) => sum + length, 0);
		if (nCharacters >= partCharacters) {
			yield found;
			found = [];
			nCharacters = 0;
		}
	}
	yield found;
}

function textsOf({ title, summary, reasoning, notes, requests, calls, compared }: RunNode): string[] {
	const answers = requests.flatMap(({ answer }) => answer?.text ?? []);
	const called = calls.flatMap(({ tool, args, answer }) => [
		[tool, ...Object.values(args)].join(' '),
		...(answer === undefined ? [] : [answer.text]),
	]);
	const candidates = compared?.candidates.flatMap(({ thought, action }) => [thought, action]) ?? [];
	return [title, summary ?? '', ...reasoning, ...answers, ...called, ...notes, ...candidates, compared?.reasons ?? ''];
}
