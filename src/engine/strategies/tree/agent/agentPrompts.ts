import issuePrompt from '../../../../models/pure/loop/issue.md';
import type { ProtocolPrompts } from '../../../../models/pure/protocols/protocol';
import type { Tool } from '../../../../models/pure/tools/tool';
import { describedTools } from '../../../../models/pure/tools/toolArguments';
import type { ReplyForm } from '../../../../runs/pure/model/chat';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import act from './act.md';
import analyze from './analyze.md';
import choose from './choose.md';
import chooseNative from './chooseNative.md';
import system from './system.md';

/** The facts an agent gets before its first turn. */
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
