import { RunFiles } from '../../src/runs/node/runFiles';
import { RecordedLog } from './recordedLog';

/** The main function of a separate process: appends large events until it is killed, printing each number once flushed. */
async function appendForever(storage: string, runId: string): Promise<void> {
	const runs = new RunFiles(storage, new RecordedLog());
	const issue = { title: 'title', body: 'body', source: { kind: 'text' } } as const;
	const started = { type: 'runStarted', runId, issue, engine: 'embedded', workspace: [], version: '0' } as const;
	const text = 'x'.repeat(200_000);
	for (let seq = 1; ; seq++) {
		const body = seq === 1 ? started : ({ type: 'reasoned', text } as const);
		await runs.append(runId, { v: 2, seq, at: seq, node: 'run', ...body });
		process.stdout.write(`${seq}\n`);
	}
}

const [storage = '', runId = ''] = process.argv.slice(2);
void appendForever(storage, runId);
