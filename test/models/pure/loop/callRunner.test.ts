import assert from 'node:assert/strict';
import { CallRunner } from '../../../../src/models/pure/loop/callRunner';
import type { Tool } from '../../../../src/models/pure/tools/tool';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import { MemoryRuns } from '../../../support/memoryRuns';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const clock = { now: () => 0, wait: async () => undefined };

describe('the calls of a trajectory', () => {
	/** What a tool answers to the same call in three rounds, where all is indexed from its second run on. */
	async function answers(run: (nRuns: number) => { readonly isUnfinished?: true }) {
		let nRuns = 0;
		const tool: Tool = {
			...{ name: 'find', description: 'Finds.', parameters: [], changes: false },
			run: async () => ({ ok: true, text: `run ${++nRuns}`, places: [], ...run(nRuns) }),
		};
		const log = RunLog.start(new MemoryRuns(), clock, 'a');
		const issue = { title: '', body: '', source: { kind: 'text' } } as const;
		await log.emit(rootNode, {
			...{ type: 'runStarted', runId: 'a', issue, engine: 'e', workspace: [], version: '0' },
		});
		const runner = new CallRunner(log, [tool], { workspace: await memoryWorkspace({}) });
		const texts: string[] = [];
		for (const key of ['one', 'two', 'three']) {
			const node = await log.open(rootNode, { key, kind: 'round', title: key });
			const [result] = await runner.run(node, [{ tool: 'find', args: {}, written: 'find()' }]);
			texts.push(result?.text ?? '');
		}
		return texts;
	}

	it('are made once where they change nothing', async () => {
		assert.deepEqual(await answers(() => ({})), ['run 1', 'run 1', 'run 1']);
	});

	it('are made again after a change of files, and not after one of the memory alone', async () => {
		let nRuns = 0;
		const toolOf = (name: string, changes: Pick<Tool, 'changes' | 'isOfMemory'>): Tool => ({
			...{ name, description: '', parameters: [], ...changes },
			run: async () => ({ ok: true, text: `run ${++nRuns}`, places: [] }),
		});
		const tools = [
			toolOf('find', { changes: false }),
			toolOf('edit', { changes: true }),
			toolOf('note', { changes: true, isOfMemory: true }),
		];
		const log = RunLog.start(new MemoryRuns(), clock, 'a');
		const issue = { title: '', body: '', source: { kind: 'text' } } as const;
		await log.emit(rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'e', workspace: [], version: '0' });
		const runner = new CallRunner(log, tools, { workspace: await memoryWorkspace({}) });
		const node = await log.open(rootNode, { key: 'one', kind: 'round', title: 'one' });
		const made = ['find', 'note', 'find', 'edit', 'find'].map(tool => ({ tool, args: {}, written: `${tool}()` }));
		const results = await runner.run(node, made);
		assert.deepEqual(
			results.map(({ text }) => text),
			['run 1', 'run 2', 'run 1', 'run 3', 'run 4'],
		);
	});

	it('know the issue and the files whose code was shown before', async () => {
		const asked: { readonly files: readonly string[]; readonly report: string | undefined }[] = [];
		const tool: Tool = {
			...{ name: 'find', description: 'Finds.', changes: false },
			parameters: [{ name: 'file', type: 'string' }],
			run: async ({ file = '' }, { focus }) => {
				asked.push({ files: focus?.filesInMemory() ?? [], report: focus?.report });
				const place = { file: `${file}`, startLine: 1, endLine: 1 };
				const part = { kind: file === 'list.py' ? 'text' : 'code', name: '', place, start: 0, end: 1 } as const;
				return { ok: true, text: 'x', places: [place], parts: [part] };
			},
		};
		const log = RunLog.start(new MemoryRuns(), clock, 'a');
		const issue = { title: 'It fails', body: 'In a.py.', source: { kind: 'text' } } as const;
		await log.emit(rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'e', workspace: [], version: '0' });
		const runner = new CallRunner(log, [tool], { workspace: await memoryWorkspace({}) });
		const node = await log.open(rootNode, { key: 'one', kind: 'round', title: 'one' });
		for (const file of ['a.py', 'list.py', 'b.py']) {
			await runner.run(node, [{ tool: 'find', args: { file }, written: 'find()' }]);
		}
		const report = 'It fails\n\nIn a.py.';
		assert.deepEqual(asked, [
			{ files: [], report },
			{ files: ['a.py'], report },
			{ files: ['a.py'], report },
		]);
	});

	it('are made again while what they search is being indexed', async () => {
		const isUnfinished = true;
		assert.deepEqual(await answers(n => (n === 1 ? { isUnfinished } : {})), ['run 1', 'run 2', 'run 2']);
	});
});
