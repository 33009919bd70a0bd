import { textArgument } from '../models/pure/tools/toolArguments';
import type { Run } from '../runs/pure/fold/run';
import type { PublicTool, ToolResult } from './publicTool';
import { runAnswer, runStateText, runTitle } from './runAnswer';
import description from './runState.md';

/** A run that is kept, or the list of the workspace's runs. */
export const runState: PublicTool = {
	name: 'run_state',
	aliases: ['show_run', 'get_run', 'run_status', 'runs', 'list_runs'],
	title: 'Run State',
	shellDoes: true,
	description,
	parameters: [{ name: 'run', type: 'string', default: '', aliases: ['id', 'run_id'] }],
	async run(args, { runs, hidden }) {
		const id = textArgument(args, 'run').trim();
		if (id === '') {
			return listAnswer(await runs.list());
		}
		const run = await runs.read(id);
		const { data, ...answer } = runAnswer(run, await hidden());
		return { ...answer, ok: true, data: { runs: [data.run], locations: data.locations, patches: data.patches } };
	},
};

function listAnswer(runs: readonly Run[]): ToolResult {
	const [newest] = runs;
	const lines = runs.map(run => `${run.id}  ${runStateText(run)}  ${runTitle(run)}`);
	return {
		ok: true,
		text: newest === undefined ? 'No run of this workspace is kept.' : lines.join('\n'),
		places: [],
		data: {
			runs: runs.map(run => ({ id: run.id, state: run.state, title: runTitle(run) })),
			locations: [],
			patches: [],
		},
		next:
			newest === undefined
				? { tool: 'locate_bug', args: { issue: 'the text of the issue' }, why: 'to start one' }
				: { tool: 'run_state', args: { run: newest.id }, why: 'to see the newest one' },
	};
}
