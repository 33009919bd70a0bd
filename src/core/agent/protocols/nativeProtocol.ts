import type { RequestedCall } from '../../model/chat';
import type { ToolSchema } from '../../ports';
import { callKey } from '../../tools/callKey';
import type { Tool, ToolParameter } from '../../tools/tool';
import type { EndingTool, Toolset } from '../../tools/toolset';
import type { ForkOptions } from '../conversation';
import { fillTemplate } from '../fillTemplate';
import { joinRemarks } from '../joinRemarks';
import type { AgentReply } from '../reply/agentReply';
import { reportWords } from '../reply/endingReport';
import { isReplyValue, valueReply } from '../reply/jsonReply';
import { fencedBlocks, jsonIn } from '../reply/jsonText';
import { mergedReply } from '../reply/mergedReply';
import { namedCall } from '../reply/namedCall';
import { proseReply } from '../reply/proseReply';
import { strictObject } from '../reply/replySchema';
import type { AgentStep, Protocol, ProtocolDeps, ToolResults } from './protocol';
import reportBesideCalls from './reportBesideCalls.md';

/**
 * Native tool calls: calls and the report are both native calls, and the model's thoughts are in the text beside them.
 */
export class NativeProtocol<Report> implements Protocol<Report> {
	/** Calls of the last answer; each must be answered before the next request. */
	private open: readonly RequestedCall[] = [];

	private constructor(private readonly deps: ProtocolDeps<Report>) {}

	static open<Report>(deps: ProtocolDeps<Report>): NativeProtocol<Report> {
		const { prompts, conversation } = deps;
		const opening = [...prompts.opening, prompts.choose].map(text => ({ role: 'user', text }) as const);
		conversation.add({ role: 'system', text: prompts.system }, ...opening);
		return new NativeProtocol(deps);
	}

	fork(options?: ForkOptions): NativeProtocol<Report> {
		const copy = new NativeProtocol({ ...this.deps, conversation: this.deps.conversation.fork(options) });
		copy.open = this.open;
		return copy;
	}

	async step(node: string): Promise<AgentStep<Report>> {
		const { toolset, prompts, conversation } = this.deps;
		const tools = toolSchemas(toolset);
		const offered = tools.length === 0 ? {} : { tools };
		const { text, toolCalls } = await conversation.ask(node, { purpose: prompts.purposes.decide, ...offered });
		this.open = toolCalls;
		return { ...toolCallReply(toolCalls, text, toolset), text };
	}

	async addResults(_node: string, { results, remarks }: ToolResults): Promise<void> {
		const texts = new Map(results.map(({ call, text }) => [callKey(call), text]));
		const { toolset, conversation } = this.deps;
		/** The keys of calls and the problems that a tool result answers. */
		const answered = new Set<string>();
		for (const requested of this.open) {
			const { calls, problems } = toolCallReply([requested], '', toolset);
			const keys = calls.map(callKey);
			const answers = keys.flatMap(key => texts.get(key) ?? []);
			for (const each of [...keys, ...problems]) {
				answered.add(each);
			}
			const text = joinRemarks([...answers, ...problems]) || this.unanswered(calls.length > 0);
			conversation.addResult({ role: 'tool', call: requested.id, text }, requested.name);
		}
		this.open = [];
		this.addRest(
			results.filter(({ call }) => !answered.has(callKey(call))).map(({ text }) => text),
			remarks.filter(remark => !answered.has(remark)),
		);
	}

	/** The result of a call without an answer: one too many, or the report, which ends nothing beside other calls. */
	private unanswered(isCall: boolean): string {
		const { name = '' } = this.deps.toolset.ending ?? {};
		return isCall ? 'Not made.' : this.open.length > 1 ? fillTemplate(reportBesideCalls, { tool: name }) : 'Read.';
	}

	/** Results of calls written in the text, and remarks: no tool call waits for them. */
	private addRest(results: readonly string[], remarks: readonly string[]): void {
		const text = joinRemarks([...results, ...remarks]);
		if (text !== '') {
			this.deps.conversation.add({ role: 'user', text });
		}
	}
}

/** Everything a model may call natively: the tools, and the one it ends with. */
export function toolSchemas<Report>({ tools, ending }: Toolset<Report>): ToolSchema[] {
	return [...tools.map(toolSchema), ...(ending === undefined ? [] : [endingSchema(ending)])];
}

/** A tool in the format that endpoints require. */
function toolSchema({ name, description, parameters }: Tool): ToolSchema {
	return {
		name,
		description,
		parameters: {
			type: 'object',
			properties: Object.fromEntries(parameters.map(parameter => [parameter.name, propertySchema(parameter)])),
			required: parameters.filter(parameter => parameter.default === undefined).map(parameter => parameter.name),
			additionalProperties: false,
		},
	};
}

function endingSchema<Report>({ name, description, field, schema }: EndingTool<Report>): ToolSchema {
	return { name, description, parameters: strictObject({ [field]: schema }) };
}

function propertySchema({ type, default: otherwise }: ToolParameter) {
	return otherwise === undefined ? { type } : { type, default: otherwise };
}

/**
 * Reads native tool calls; arguments may be damaged, wrapped in text or of a neighboring type. Where there are none,
 * reads those that leaked into the text, or what its prose clearly states. Never throws: whatever is wrong is a
 * problem.
 */
export function toolCallReply<Report>(
	calls: readonly RequestedCall[],
	text: string,
	toolset: Toolset<Report>,
): AgentReply<Report> {
	const named = calls.map(({ name, arguments: given }) => namedCall(name, given, toolset));
	const reply = calls.length > 0 ? mergedReply(named, toolset) : leakedCalls(text, toolset);
	return isEmpty(reply) ? textReply(text, toolset) : reply;
}

/**
 * What the prose of the answer clearly states, else the problem that it contains nothing, unless that is how a model
 * ends.
 */
function textReply<Report>(text: string, toolset: Toolset<Report>): AgentReply<Report> {
	const { isSure, ...reply } = proseReply(text, toolset);
	if (isSure || reply.problems.length > 0) {
		return reply;
	}
	const { tools, ending } = toolset;
	return mergedReply(ending === undefined ? [] : [{ problems: [nothingCalled(tools.length > 0, ending)] }], toolset);
}

function isEmpty({ calls, report, problems }: AgentReply): boolean {
	return calls.length + report.length + problems.length === 0;
}

function nothingCalled<Report>(hasTools: boolean, ending: EndingTool<Report>): string {
	return hasTools
		? `Neither tool calls nor ${reportWords(ending)} were given; call a tool, or ${ending.name}.`
		: `No tool was called; call ${ending.name}.`;
}

/**
 * Tool calls that a model wrote into its text instead of making them: `<tool_call>{...}</tool_call>`,
 * `<function=name>` with JSON or `<parameter=key>` in it, and JSON blocks with a name and arguments.
 */
function leakedCalls<Report>(text: string, toolset: Toolset<Report>): AgentReply<Report> {
	const marked = [...text.matchAll(/<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g)].map(match => match[1] ?? '');
	const written = [...text.matchAll(/<function=([\w.]+)>([\s\S]*?)(?:<\/function>|$)/g)].map(match =>
		namedCall(match[1] ?? '', functionArguments(match[2] ?? ''), toolset),
	);
	const blocks = marked.length > 0 ? marked : fencedBlocks(text);
	const values = (blocks.length > 0 ? blocks : [text]).map(block =>
		jsonIn(block, value => isReplyValue(value, toolset)),
	);
	const read = values.filter(each => each !== undefined).map(each => valueReply(each, toolset));
	return mergedReply([...written, ...read], toolset);
}

function functionArguments(body: string): unknown {
	const closed = body.split('</parameter>').slice(0, -1);
	const parameters = closed.flatMap(text => {
		const found = /<parameter=(\w+)>\n?([\s\S]*)/.exec(text);
		return found === null ? [] : [[found[1] ?? '', (found[2] ?? '').replace(/\n$/, '')] as const];
	});
	return parameters.length === 0 ? body.trim() : Object.fromEntries(parameters);
}
