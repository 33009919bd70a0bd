import type { RunSetup } from '../engine/strategies/runSetup';
import type { ToolArgs, ToolParameter } from '../models/pure/tools/tool';
import { textArgument } from '../models/pure/tools/toolArguments';
import type { Run } from '../runs/pure/fold/run';
import { issueFromText } from '../runs/pure/model/issueFromText';
import { UserError } from '../system/pure/errors/userError';
import fixDescription from './fixBug.md';
import locateDescription from './locateBug.md';
import type { PublicContext, PublicRunStart, PublicTool } from './publicTool';

/** Anything longer contains a log: its beginning, its first crash report and its end are used. In characters. */
const issueLimit = 1024 * 1024;

/** The issue that a tool starts a run for. */
const issueParameter: ToolParameter = {
	name: 'issue',
	type: 'string',
	aliases: [
		...['issue_text', 'text', 'bug', 'bug_report', 'report', 'description', 'body', 'query', 'error', 'problem'],
	],
};

const issueQuestion: NonNullable<PublicTool['question']> = {
	parameter: issueParameter.name,
	text: 'What goes wrong, and what should happen instead?',
};

/** From an issue to ranked locations, with the embedded localizer. */
export const locateBug: PublicTool = {
	name: 'locate_bug',
	aliases: ['locate', 'find_bug', 'localize_bug', 'faultline_locate'],
	title: 'Locate Bug',
	description: locateDescription,
	parameters: [issueParameter],
	question: issueQuestion,
	takesLongTexts: true,
	rest: ({ run = '' }) => ({ tool: 'run_state', args: { run }, why: 'for the rest' }),
	async run(args, context) {
		const run = await performIssueRun(args, context, { tool: 'locate_bug', setup: embedded });
		const { locatedAnswer } = await import('./locatedAnswer');
		return locatedAnswer(run, context);
	},
};

async function embedded(): Promise<RunSetup> {
	const [{ embeddedSetup }, { strategies }] = await Promise.all([
		import('../engine/strategies/runSetup'),
		import('../engine/strategies/strategies'),
	]);
	const [strategy] = strategies;
	if (strategy === undefined) {
		throw new UserError('There is no strategy.');
	}
	return embeddedSetup(strategy);
}

/** From an issue to patches that were judged by execution, and are written to no file of the workspace. */
export const fixBug: PublicTool = {
	name: 'fix_bug',
	aliases: ['fix', 'repair', 'repair_bug', 'write_patch', 'faultline_fix'],
	title: 'Fix Bug',
	description: fixDescription,
	parameters: [issueParameter],
	question: issueQuestion,
	takesLongTexts: true,
	executes: true,
	fixes: true,
	rest: ({ run = '' }) => ({ tool: 'run_state', args: { run }, why: 'for the rest' }),
	async run(args, context) {
		const { openFix } = context;
		if (openFix === undefined) {
			throw new UserError('No patches are written here: the user must switch that on first.');
		}
		const run = await performIssueRun(args, context, { tool: 'fix_bug', goal: 'fix', setup: openFix });
		const { runAnswer } = await import('./runAnswer');
		return runAnswer(run, await context.hidden());
	},
};

/** Reads the issue, and performs a run for it to its end; it is kept like any other. Throws `UserError` and the signal's reason. */
async function performIssueRun(
	args: ToolArgs,
	{ open, runs, log, signal, onProgress }: PublicContext,
	how: Pick<PublicRunStart, 'goal'> & { readonly tool: string; setup(signal: AbortSignal): Promise<RunSetup> },
): Promise<Run> {
	const text = textArgument(args, issueParameter.name);
	if (/^\s*https?:\/\/\S+\s*$/i.test(text)) {
		throw new UserError(`${how.tool} reads no links: pass the text of the issue as \`issue\`.`);
	}
	const { languages } = (await open()).parser;
	// All that runs need takes long to load, and many clients only search.
	const [{ performRun }, { receivedText }] = await Promise.all([
		import('../engine/strategies/performRun'),
		import('../localizer/pure/received/receivedText'),
	]);
	const issue = issueFromText(receivedText(text, issueLimit, languages).text, { kind: 'text', ref: 'tool call' });
	if (issue === undefined) {
		throw new UserError('The issue is empty: pass what goes wrong, and what should happen instead, as `issue`.');
	}
	const { goal } = how;
	const setup = await how.setup(signal);
	const run = await runs.start({ issue, setup, ...(goal !== undefined && { goal }) });
	let nRounds = 0;
	const stop = run.onEvent((event, { nodes }) => {
		const round = event.type === 'nodeClosed' ? nodes[event.node] : undefined;
		if (round !== undefined && (round.kind === 'round' || round.kind === 'stage')) {
			onProgress({ done: ++nRounds, total: 0, message: round.summary ?? round.title });
		}
	});
	await performRun(run, { open, setup, log, signal }).finally(stop);
	signal.throwIfAborted();
	return run.run;
}
