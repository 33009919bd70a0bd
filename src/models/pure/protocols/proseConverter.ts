import type { ChatMessage, ReplyForm } from '../../../runs/pure/model/chat';
import { UserError } from '../../../system/pure/errors/userError';
import { ModelError } from '../modelError';
import type { AgentReply } from '../reply/agentReply';
import { jsonReply } from '../reply/jsonReply';
import { proseReply } from '../reply/proseReply';
import type { ModelCaller } from '../requests/modelCaller';
import type { Toolset } from '../tools/toolset';
import { joinRemarks } from './joinRemarks';
import { conversionPrompt } from './replyForms';

/** In prose, as many as AutoCodeRover's proxy agent has; fewer if a model can call tools instead. */
const maxAttempts: Readonly<Record<ReplyForm, number>> = { prose: 5, jsonObject: 5, jsonSchema: 5, tools: 2 };

/** The services needed to convert prose to JSON. */
export interface ConverterDeps<Report> {
	readonly caller: ModelCaller;
	/** The form the model can answer in. */
	readonly form: ReplyForm;
	readonly toolset: Toolset<Report>;
	/** For the user. */
	readonly purpose: string;
}

/**
 * Converts prose to calls and a report. Calls and reports in a plain form are read from the text; otherwise the model
 * is asked to write them as JSON, and again with the problem, until an answer can be read or two are the same.
 */
export class ProseConverter<Report> {
	constructor(private readonly deps: ConverterDeps<Report>) {}

	async convert(node: string, text: string): Promise<AgentReply<Report>> {
		const { toolset } = this.deps;
		const own = toolset.inText?.(text) ?? [];
		if (own.length > 0) {
			return { calls: own, report: [], problems: [] };
		}
		const { isSure, ...read } = proseReply(text, toolset);
		const prompt = conversionPrompt(toolset);
		if (isSure || text.trim() === '' || prompt === undefined) {
			return read;
		}
		const converted = await this.ask(node, prompt, text);
		const isUseful = converted.calls.length + converted.report.length > 0;
		return isUseful || read.calls.length + read.report.length === 0 ? converted : read;
	}

	private async ask(node: string, prompt: string, text: string): Promise<AgentReply<Report>> {
		const messages: ChatMessage[] = [
			{ role: 'system', text: prompt },
			{ role: 'user', text },
		];
		let last = '';
		for (let nAttempts = 1; ; nAttempts++) {
			const answer = await this.answer(node, messages);
			const reply = jsonReply(answer, this.deps.toolset);
			if (reply.problems.length === 0 || nAttempts === maxAttempts[this.deps.form] || answer === last) {
				return reply;
			}
			last = answer;
			messages.push({ role: 'assistant', text: answer }, { role: 'user', text: joinRemarks(reply.problems) });
		}
	}

	private async answer(node: string, messages: readonly ChatMessage[]): Promise<string> {
		const { caller, form, purpose } = this.deps;
		const json = form === 'prose' || form === 'tools' ? {} : ({ json: 'object' } as const);
		try {
			const asked = { purpose, messages: [...messages], ...json };
			return (await caller.ask(node, asked)).text;
		} catch (error) {
			if (error instanceof ModelError && error.kind === 'empty') {
				return '';
			}
			throw error instanceof ModelError ? new UserError(error.message, { cures: error.cures }) : error;
		}
	}
}
