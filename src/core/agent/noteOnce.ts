import type { RunLog } from '../runLog';

/** Notes something in a node, once, though a resumed run comes by again. */
export async function noteOnce(log: RunLog, node: string, text: string): Promise<void> {
	const notes = log.run.nodes.find(({ id }) => id === node)?.notes ?? [];
	if (!notes.includes(text)) {
		await log.emit(node, { type: 'noted', text });
	}
}
