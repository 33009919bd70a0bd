import type { RequestedCall } from '../../../runs/pure/model/chat';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { fencedBlocks, jsonIn } from '../../../system/pure/text/jsonText';
import type { ToolSchema } from '../chatModel';
import type { SentResult } from '../context/exchange';
import type { AgentReply, ReadCall } from '../reply/agentReply';
import { isReplyValue, valueReply } from '../reply/jsonReply';
import { mergedCalls, mergedReply } from '../reply/mergedReply';
import { namedCall } from '../reply/namedCall';
import { proseReply } from '../reply/proseReply';
import { strictObject } from '../reply/replySchema';
import type { ForkOptions } from '../requests/conversation';
import { callKey } from '../tools/callKey';
import { changesFiles, type Tool } from '../tools/tool';
import type { EndingTool, Toolset } from '../tools/toolset';
import endingNotCalled from './endingNotCalled.md';
import { joinRemarks } from './joinRemarks';
import keptReport from './keptReport.md';
import nothingCalledPrompt from './nothingCalled.md';
import type { ProseConverter } from './proseConverter';
import type { AgentStep, Protocol, ProtocolDeps, StepQuestion, ToolResults } from './protocol';
import repeatedCall from './repeatedCall.md';

/**
 * Native tool calls: calls and the report are both native calls, and the model's thoughts are in the text beside them.
 */
export class NativeProtocol<Report> implements Protocol<Report> {
	/** Calls of the last answer; each must be answered before the next request. */
	private open: readonly RequestedCall[] = [];

	private constructor(
		private readonly deps: ProtocolDeps<Report>,
		/** For an answer in prose. */
		private readonly converter: ProseConverter<Report>,
	) {}

	static open<Report>(deps: ProtocolDeps<Report>, converter: ProseConverter<Report>): NativeProtocol<Report> {
		const { prompts, conversation } = deps;
		const opening = [...prompts.opening, prompts.choose].map(text => ({ role: 'user', text }) as const);
		conversation.add({ role: 'system', text: prompts.system }, ...opening);
		return new NativeProtocol(deps, converter);
	}

	sentResults(call: ReadCall): readonly SentResult[] {
		return this.deps.conversation.sentResults(callKey(call));
	}

	fork(options?: ForkOptions): NativeProtocol<Report> {
		const conversation = this.deps.conversation.fork(options);
		const copy = new NativeProtocol({ ...this.deps, conversation }, this.converter);
		copy.open = this.open;
		return copy;
	}

	async step(node: string, _nLeft?: number, question?: StepQuestion): Promise<AgentStep<Report>> {
		const { toolset, prompts, conversation } = this.deps;
		const tools = toolSchemas(toolset);
		const offered = tools.length === 0 ? {} : { tools };
		const { text, toolCalls } = await conversation.ask(node, {
			...{ purpose: prompts.purposes.decide, ...offered, ...question },
		});
		this.open = toolCalls;
		const reply = toolCallReply(toolCalls, text, toolset);
		const isUseful = reply.calls.length + reply.report.length > 0;
		if (toolCalls.length > 0 || isUseful || toolset.ending === undefined || !namesCode.test(text)) {
			return { ...reply, text };
		}
		const converted = await this.converter.convert(node, text);
		return { ...(converted.calls.length + converted.report.length > 0 ? converted : reply), text };
	}

	async addResults(_node: string, { results, remarks }: ToolResults): Promise<void> {
		const texts = new Map<string, string[]>();
		for (const { call, text } of results) {
			const key = callKey(call);
			texts.set(key, [...(texts.get(key) ?? []), text]);
		}
		const { toolset, conversation } = this.deps;
		const answered = new Set<string>();
		const answeredProblems = new Set<string>();
		for (const requested of this.open) {
			const { calls, report, problems } = toolCallReply([requested], '', toolset);
			const made = calls.map(callKey).filter(key => texts.has(key));
			// A call that is made once has one result, however often the answer contains it.
			const keys = made.filter(key => !answered.has(key) || (texts.get(key)?.length ?? 0) > 0);
			for (const key of keys) {
				answered.add(key);
			}
			const isMeant = calls.some(({ tool }) => toolset.tools.some(each => each.name === tool && changesFiles(each)));
			const repeated = keys.length < made.length && !isMeant ? [repeatedCall.trim()] : [];
			for (const each of problems) {
				answeredProblems.add(each);
			}
			const besideCalls = toolset.ending?.besideCalls ?? fillTemplate(keptReport, { name: requested.name });
			const kept = report.length > 0 && results.length > 0 ? [besideCalls] : [];
			const text =
				joinRemarks([...keys.flatMap(key => texts.get(key)?.shift() ?? []), ...repeated, ...kept, ...problems]) ||
				(calls.length > 0 ? 'Not made.' : 'Read.');
			const written = calls[0]?.written ?? `${requested.name}(${requested.arguments})`;
			conversation.addResult({ role: 'tool', call: requested.id, text }, { written, keys });
		}
		this.open = [];
		// Calls written in the text: no tool call waits for their results.
		for (const { call, text } of results.filter(({ call }) => !answered.has(callKey(call)))) {
			conversation.addResult({ role: 'user', text }, { written: call.written, keys: [callKey(call)] });
		}
		const remark = joinRemarks(remarks.filter(each => !answeredProblems.has(each)));
		if (remark !== '') {
			conversation.add({ role: 'user', text: remark });
		}
	}
}

/** A text without any of these names no code, so that it has neither a call nor a place. */
const namesCode = /[`_(]|\w[./]\w|[a-z][A-Z]/;

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
			properties: Object.fromEntries(parameters.map(({ name: each, type }) => [each, { type }])),
			required: parameters.filter(parameter => parameter.default === undefined).map(parameter => parameter.name),
			additionalProperties: false,
		},
	};
}

function endingSchema<Report>({ name, description, field, schema }: EndingTool<Report>): ToolSchema {
	return { name, description, parameters: strictObject({ [field]: schema }) };
}

/**
 * Reads native tool calls; arguments may be damaged, wrapped in text or of a neighboring type. If there are none, reads
 * calls that leaked into the text, or clear statements of its prose. Never throws: every error is a problem.
 */
export function toolCallReply<Report>(
	calls: readonly RequestedCall[],
	text: string,
	toolset: Toolset<Report>,
): AgentReply<Report> {
	const named = calls.map(({ name, arguments: given }) => namedCall(name, given, toolset));
	const reply = calls.length > 0 ? mergedCalls(named, toolset) : leakedCalls(text, toolset);
	return isEmpty(reply) ? textReply(text, toolset) : reply;
}

/**
 * The clear statements of the answer's prose, else the problem that it contains nothing, unless that is how a model
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

function nothingCalled<Report>(hasTools: boolean, { name, prompts: { question } }: EndingTool<Report>): string {
	return hasTools ? fillTemplate(nothingCalledPrompt, { name, question }) : fillTemplate(endingNotCalled, { name });
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
