import { fillTemplate } from '../../../agent/fillTemplate';
import issuePrompt from '../../../agent/issue.md';
import type { ProtocolPrompts } from '../../../agent/protocols/protocol';
import type { ReplyForm } from '../../../model/chat';
import type { Tool } from '../../../tools/tool';
import { describedTools } from '../../../tools/toolArguments';
import act from './act.md';
import analyze from './analyze.md';
import choose from './choose.md';
import chooseNative from './chooseNative.md';
import system from './system.md';

/** What an agent knows before its first turn. */
export interface AgentOpening {
	/** As it is sent. */
	readonly issue: string;
	/** A message each. */
	readonly clues: readonly string[];
}

/** The prompts of an agent with these tools, for a model that answers in this form. */
export function agentPrompts(form: ReplyForm, tools: readonly Tool[], { issue, clues }: AgentOpening): ProtocolPrompts {
	const next = 'choose the next action';
	return {
		system: system.trim(),
		opening: [fillTemplate(issuePrompt, { issue }), ...clues],
		choose: form === 'tools' ? chooseNative.trim() : fillTemplate(choose, { signatures: describedTools(tools) }),
		analyze: analyze.trim(),
		decide: act.trim(),
		purposes: { choose: next, analyze: 'think about the result', decide: next, convert: 'put the answer as JSON' },
	};
}
