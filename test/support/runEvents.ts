import type { RunEvent, RunEventBody, RunStarted } from '../../src/runs/pure/events/runEvent';

/** Events numbered from `firstSeq`, at that many milliseconds, all of the root node. */
export function numbered(bodies: readonly RunEventBody[], firstSeq = 1): RunEvent[] {
	return bodies.map((body, at) => ({ v: 2, seq: firstSeq + at, at: firstSeq + at, node: 'run', ...body }));
}

export function runStarted(runId: string, title = 'title'): RunStarted {
	const issue = { title, body: `${title}\nbody`, source: { kind: 'text' } } as const;
	return { type: 'runStarted', runId, issue, engine: 'embedded', workspace: ['/ws'], version: '0' };
}
