import type { RunNode } from '../../runs/pure/fold/runNode';
import { engineText } from '../language';

type Named = Pick<RunNode, 'kind' | 'phase' | 'title' | 'summary' | 'calls' | 'exit'>;

/** The action of a node, else its task. A user's text or an agent's action is shown as it is. */
export function nodeText(node: Named): string {
	const text = node.summary ?? node.title;
	return node.kind === 'feedback' || isAction(node) ? text : engineText(text);
}

/** Its summary is the action that an agent took. */
function isAction({ kind, phase, summary, calls, exit }: Named): boolean {
	return kind === 'round' && phase === 'patch' && summary !== undefined && calls.length > 0 && exit === undefined;
}

/** The reasoning of a node: a model's or another tool's is shown as it is. */
export function reasoningText({ requests, phase }: Pick<RunNode, 'requests' | 'phase'>, text: string): string {
	return requests.length > 0 || phase !== undefined ? text : engineText(text);
}

/** A note of a run. Programs' output follows in other lines. */
export function noteText(note: string): string {
	const [first = '', ...printed] = note.split('\n');
	return [engineText(first), ...printed].join('\n');
}
