import type { RunNode } from '../../core/model/run/runNode';
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
