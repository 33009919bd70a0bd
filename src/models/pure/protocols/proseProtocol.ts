import type { SentResult } from '../context/exchange';
import type { ReadCall } from '../reply/agentReply';
import type { ForkOptions } from '../requests/conversation';
import { callKey } from '../tools/callKey';
import { joinRemarks } from './joinRemarks';
import type { ProseConverter } from './proseConverter';
import type { AgentStep, Protocol, ProtocolDeps, StepQuestion, ToolResults } from './protocol';

/**
 * The model answers in prose, and calls and the report are read from it: AutoCodeRover's protocol. A round takes two
 * answers, one that chooses or decides, and one that analyzes the results.
 */
export class ProseProtocol<Report> implements Protocol<Report> {
	/** The prompt of the next step; undefined after a remark, which is a prompt itself. */
	private question: 'choose' | 'decide' | undefined = 'choose';

	private constructor(
		private readonly deps: ProtocolDeps<Report>,
		private readonly converter: ProseConverter<Report>,
	) {}

	static open<Report>(deps: ProtocolDeps<Report>, converter: ProseConverter<Report>): ProseProtocol<Report> {
		const { prompts, conversation } = deps;
		const opening = prompts.opening.map(text => ({ role: 'user', text }) as const);
		conversation.add({ role: 'system', text: prompts.system }, ...opening);
		return new ProseProtocol(deps, converter);
	}

	sentResults(call: ReadCall): readonly SentResult[] {
		return this.deps.conversation.sentResults(callKey(call));
	}

	fork(options?: ForkOptions): ProseProtocol<Report> {
		const conversation = this.deps.conversation.fork(options);
		const copy = new ProseProtocol({ ...this.deps, conversation }, this.converter);
		copy.question = this.question;
		return copy;
	}

	async step(node: string, _nLeft?: number, question?: StepQuestion): Promise<AgentStep<Report>> {
		const { prompts, conversation } = this.deps;
		if (this.question !== undefined) {
			conversation.add({ role: 'user', text: prompts[this.question] });
		}
		const purpose = prompts.purposes[this.question === 'choose' ? 'choose' : 'decide'];
		const { text } = await conversation.ask(node, { purpose, ...question });
		this.question = undefined;
		return { ...(await this.converter.convert(node, text)), text };
	}

	async addResults(node: string, { results, remarks }: ToolResults): Promise<void> {
		const { prompts, conversation } = this.deps;
		for (const { call, text } of results) {
			conversation.addResult({ role: 'user', text }, { written: call.written, keys: [callKey(call)] });
		}
		const remark = joinRemarks(remarks);
		if (results.length === 0) {
			conversation.add({ role: 'user', text: remark });
			return;
		}
		conversation.add({ role: 'user', text: joinRemarks([remark, prompts.analyze]) });
		await conversation.ask(node, { purpose: prompts.purposes.analyze });
		this.question = 'decide';
	}
}
