import { issueFromText } from '../model/issueFromText';
import { issueExcerpt } from '../rank/brief/readOutput';
import { performRun } from '../strategies/performRun';
import { embeddedSetup } from '../strategies/runSetup';
import { strategies } from '../strategies/strategies';
import { textArgument } from '../tools/toolArguments';
import { UserError } from '../util/userError';
import description from './locateBug.md';
import type { PublicContext, PublicTool, ToolResult } from './publicTool';
import { runAnswer, runSchema } from './runAnswer';

/** Anything longer contains a log: its beginning, its first crash report and its end are used. In characters. */
const issueLimit = 1024 * 1024;

/** From an issue to ranked locations: a run with the embedded localizer, which is kept like any other. */
export const locateBug: PublicTool = {
	name: 'locate_bug',
	aliases: ['locate', 'find_bug', 'localize_bug', 'faultline_locate'],
	title: 'Locate Bug',
	description,
	parameters: [
		{
			name: 'issue',
			type: 'string',
			aliases: [
				'issue_text',
				'text',
				'bug',
				'bug_report',
				'report',
				'description',
				'body',
				'query',
				'error',
				'problem',
			],
		},
	],
	question: { parameter: 'issue', text: 'What goes wrong, and what should happen instead?' },
	dataSchema: runSchema,
	rest: ({ run = '' }) => ({ tool: 'run_state', args: { run }, why: 'for the rest' }),
	async run(args, context) {
		const text = textArgument(args, 'issue');
		if (/^\s*https?:\/\/\S+\s*$/i.test(text)) {
			throw new UserError('locate_bug reads no links: pass the text of the issue as `issue`.');
		}
		const { languages } = (await context.open()).parser;
		const issue = issueFromText(issueExcerpt(text, issueLimit, languages), { kind: 'text', ref: 'tool call' });
		if (issue === undefined) {
			throw new UserError('The issue is empty: pass what goes wrong, and what should happen instead, as `issue`.');
		}
		return locate(issue, context);
	},
};

async function locate(
	issue: NonNullable<ReturnType<typeof issueFromText>>,
	context: PublicContext,
): Promise<ToolResult> {
	const { open, hidden, runs, log, signal } = context;
	const [strategy] = strategies;
	if (strategy === undefined) {
		throw new UserError('There is no strategy.');
	}
	const setup = embeddedSetup(strategy);
	const run = await runs.start(issue, setup);
	let nRounds = 0;
	const stop = run.onEvent((event, { nodes }) => {
		const round = event.type === 'nodeClosed' ? nodes[event.node] : undefined;
		if (round?.kind === 'round') {
			context.onProgress({ done: ++nRounds, total: 0, message: round.summary ?? round.title });
		}
	});
	await performRun(run, { open, setup, log, signal }).finally(stop);
	signal.throwIfAborted();
	const result = runAnswer(run.run, await hidden());
	return run.run.state === 'failed' ? { ...result, ok: false } : result;
}
