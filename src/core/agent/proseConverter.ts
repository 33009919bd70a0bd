import type { ChatMessage, ReplyForm } from '../model/chat';
import { ModelError } from '../ports';
import { allTools } from '../tools/allTools';
import { signatureOf } from '../tools/toolArguments';
import { UserError } from '../util/userError';
import convertProse from './convertProse.md';
import { fillTemplate } from './fillTemplate';
import { joinRemarks } from './joinRemarks';
import type { ModelCaller } from './modelCaller';
import type { AgentReply } from './reply/agentReply';
import { jsonReply } from './reply/jsonReply';
import { proseReply } from './reply/proseReply';

/** As many as AutoCodeRover's proxy agent has. */
const maxTries = 5;

/**
 * Prose to calls and locations. What the text holds in a plain form is read from it; otherwise the model is asked to put
 * it as JSON, each further try told what was wrong, until one can be read or two are the same.
 */
export class ProseConverter {
	private readonly caller: ModelCaller;
	private readonly form: ReplyForm;

	constructor(caller: ModelCaller, form: ReplyForm) {
		this.caller = caller;
		this.form = form;
	}

	async convert(node: string, text: string): Promise<AgentReply> {
		const read = proseReply(text);
		if (read.isSure || text.trim() === '') {
			return read;
		}
		const converted = await this.ask(node, text);
		const isUseful = converted.calls.length + converted.locations.length > 0;
		return isUseful || read.calls.length + read.locations.length === 0 ? converted : read;
	}

	private async ask(node: string, text: string): Promise<AgentReply> {
		const signatures = allTools.map(signatureOf).join('\n');
		const messages: ChatMessage[] = [
			{ role: 'system', text: fillTemplate(convertProse, { signatures }) },
			{ role: 'user', text },
		];
		let last = '';
		for (let nTries = 1; ; nTries++) {
			const answer = await this.answer(node, messages);
			const reply = jsonReply(answer);
			if (reply.problems.length === 0 || nTries === maxTries || answer === last) {
				return reply;
			}
			last = answer;
			messages.push({ role: 'assistant', text: answer }, { role: 'user', text: joinRemarks(reply.problems) });
		}
	}

	private async answer(node: string, messages: readonly ChatMessage[]): Promise<string> {
		const json = this.form === 'prose' ? {} : ({ json: 'object' } as const);
		try {
			const asked = { purpose: 'put the answer as JSON', messages: [...messages], ...json };
			return (await this.caller.ask(node, asked)).text;
		} catch (error) {
			throw error instanceof ModelError ? new UserError(error.message) : error;
		}
	}
}
