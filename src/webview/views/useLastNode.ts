import { useRef } from 'preact/hooks';
import { rootNode } from '../../runs/pure/fold/run';

/** The node that is selected, if it is shown, else the one before it in this run, else the root. */
export function useLastNode(
	runId: string,
	node: string | undefined,
	shown: { readonly has: (node: string) => boolean },
): string {
	const last = useRef({ runId, node: rootNode });
	const before = last.current.runId === runId && shown.has(last.current.node) ? last.current.node : rootNode;
	last.current = { runId, node: node !== undefined && shown.has(node) ? node : before };
	return last.current.node;
}
