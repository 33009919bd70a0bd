import issuePrompt from '../../../models/pure/loop/issue.md';
import type { ProtocolPrompts } from '../../../models/pure/protocols/protocol';
import type { Tool } from '../../../models/pure/tools/tool';
import { describedTools } from '../../../models/pure/tools/toolArguments';
import type { ReplyForm } from '../../../runs/pure/model/chat';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import act from './act.md';
import analyze from './analyze.md';
import choose from './choose.md';
import chooseNative from './chooseNative.md';
import orderOfReader from './orderOfReader.md';
import orderWithProgram from './orderWithProgram.md';
import orderWithRuns from './orderWithRuns.md';
import system from './system.md';

/** The facts an agent gets before its first turn. */
export interface AgentOpening {
	/** As it is sent. */
	readonly issue: string;
	/** A message each. */
	readonly clues: readonly string[];
}

/** How an agent works, which its tools and its options decide. */
export interface AgentWork {
	readonly tools: readonly Tool[];
	/** Of one answer. */
	readonly maxCalls: number;
}

/** The prompts of an agent, for a model that answers in this form. */
export function agentPrompts(
	form: ReplyForm,
	{ tools, maxCalls }: AgentWork,
	{ issue, clues }: AgentOpening,
): ProtocolPrompts {
	const next = 'choose the next action';
	const has = (tool: string) => tools.some(({ name }) => name === tool);
	const steps = !has('write_reproducer') ? orderOfReader : has('run') ? orderWithRuns : orderWithProgram;
	return {
		system: fillTemplate(system, {
			calls: maxCalls === 1 ? 'one call' : `up to ${maxCalls} calls, which are made in this order`,
			order: numbered(steps),
		}),
		opening: [fillTemplate(issuePrompt, { issue }), ...clues],
		choose: form === 'tools' ? chooseNative.trim() : fillTemplate(choose, { signatures: describedTools(tools) }),
		analyze: analyze.trim(),
		decide: act.trim(),
		purposes: { choose: next, analyze: 'think about the result', decide: next, convert: 'put the answer as JSON' },
	};
}

function numbered(lines: string): string {
	return lines
		.trim()
		.split('\n')
		.map((line, at) => `${at + 1}. ${line}`)
		.join('\n');
}
