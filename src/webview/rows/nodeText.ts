import type { RunNode } from '../../runs/pure/fold/runNode';
import { coreText } from '../language';

type Named = Pick<RunNode, 'kind' | 'phase' | 'title' | 'summary' | 'calls' | 'exit'>;

/** What a node did, else what it is to do. What a user wrote, or an agent did, is shown as it is. */
export function nodeText(node: Named): string {
	const text = node.summary ?? node.title;
	return node.kind === 'feedback' || isAction(node) ? text : coreText(text);
}

/** Its summary is the action that an agent took. */
function isAction({ kind, phase, summary, calls, exit }: Named): boolean {
	return kind === 'round' && phase === 'patch' && summary !== undefined && calls.length > 0 && exit === undefined;
}

/** What a node has as its reasoning: that of a model, or of another tool, is shown as it is. */
export function reasoningText({ requests, phase }: Pick<RunNode, 'requests' | 'phase'>, text: string): string {
	return requests.length > 0 || phase !== undefined ? text : coreText(text);
}

/** A note of a run. What programs printed follows in other lines. */
export function noteText(note: string): string {
	const [first = '', ...printed] = note.split('\n');
	return [coreText(first), ...printed].join('\n');
}
