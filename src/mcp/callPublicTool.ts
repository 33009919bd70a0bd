import { plain } from '../code/pure/search/names/nearNames';
import { bindCall } from '../models/pure/reply/boundCall';
import { calledTool, unknownTool } from '../models/pure/reply/calledTool';
import type { ToolArgs } from '../models/pure/tools/tool';
import type { OutgoingGate } from '../outgoing/pure/gate/outgoingGate';
import type { FoundPlace } from '../runs/pure/model/foundPlace';
import { shortened } from '../runs/pure/model/shortened';
import { UserError } from '../system/pure/errors/userError';
import { isRecord } from '../system/pure/fields';
import { partsOf } from './answerParts';
import type { NextCall, PublicContext, PublicTool, ToolResult } from './publicTool';
import { partParameter } from './toolSchemas';

/** Of an argument: names, words and patterns are much shorter. */
const mostCharacters = 10_000;
/** Of the arguments that a tool does not have, how many are named. */
const mostDropped = 5;

/** An answer that may leave the machine. */
export interface PublicAnswer {
	readonly ok: boolean;
	/** At most `answerTokens`. */
	readonly text: string;
	/** For programs: the places and the run, without the text. */
	readonly data: Readonly<Record<string, unknown>>;
	/** The places found, best first. */
	readonly places: readonly FoundPlace[];
	readonly run?: string;
}

export interface PublicCall {
	readonly name: string;
	readonly args: Readonly<Record<string, unknown>>;
	/** The tools that the caller knows, if not all: an answer names no other. */
	readonly listed?: readonly PublicTool[];
}

/**
 * Calls a public tool. Its name and arguments are read as forgivingly as for Faultline's own agents, and arguments that
 * it does not have are dropped; a wrong call is answered with how to call it. The answer passes the gate and is cut;
 * its end states how to ask for the rest, else what to call next. Throws the signal's reason, and internal errors.
 */
export async function callPublicTool(
	tools: readonly PublicTool[],
	{ name, args, listed = tools }: PublicCall,
	gate: OutgoingGate,
	context: PublicContext,
): Promise<PublicAnswer> {
	const tool = calledTool(name, tools);
	if (tool === undefined) {
		return failed(unknownTool(name, listed), gate);
	}
	const withPart = { ...tool, parameters: [...tool.parameters, partParameter] };
	const named = plainArguments(unwrapped(args, withPart));
	const bound = bindCall(withPart, { positional: [], named }, { name: '', text: '' });
	if ('problem' in bound) {
		return failed(bound.problem, gate);
	}
	const { part, ...own } = bound.call.args;
	const long = Object.entries(own).find(([, value]) => String(value).length > mostCharacters);
	if (long !== undefined && tool.takesLongTexts !== true) {
		return failed(
			`${tool.name}: ${long[0]} has more than ${mostCharacters} characters. Pass the part that matters.`,
			gate,
		);
	}
	try {
		const { next, ...result } = await tool.run(own, context);
		const isListed = listed.some(each => each.name === next?.tool);
		return answerOf(
			{ ...result, ...(next && isListed && { next }) },
			{
				tool,
				part: Number(part),
				again: { tool: tool.name, args: given(tool, own), why: 'for the rest' },
				dropped: bound.dropped,
				gate,
			},
		);
	} catch (error) {
		context.signal.throwIfAborted();
		if (error instanceof UserError) {
			return failed(error.message, gate);
		}
		throw error;
	}
}

/** The arguments that are not the default ones. */
function given({ parameters }: PublicTool, args: ToolArgs): ToolArgs {
	const isUsual = (name: string, value: string | number) =>
		parameters.find(each => each.name === name)?.default === value;
	return Object.fromEntries(Object.entries(args).filter(([name, value]) => !isUsual(name, value)));
}

/**
 * The arguments of `{"arguments": {...}}`, even if they are written as JSON in a text: some models write the whole call
 * into the first argument. The issue itself may be JSON.
 */
function unwrapped(args: PublicCall['args'], { parameters, takesLongTexts }: PublicTool): PublicCall['args'] {
	const [entry, ...others] = Object.entries(args);
	if (entry === undefined || others.length > 0) {
		return args;
	}
	const [name, value] = entry;
	const inner = typeof value === 'string' ? parsedRecord(value) : value;
	const known = parameters.flatMap(each => [each.name, ...(each.aliases ?? [])]).map(plain);
	const isCall = isRecord(inner) && Object.keys(inner).some(key => known.includes(plain(key)));
	const mayBeCall = !known.includes(plain(name)) || (typeof value === 'string' && takesLongTexts !== true);
	return isCall && mayBeCall ? inner : args;
}

function parsedRecord(text: string): unknown {
	try {
		return text.trimStart().startsWith('{') ? JSON.parse(text) : undefined;
	} catch {
		return undefined;
	}
}

/** Lists as one text: clients write them for several values. */
function plainArguments(args: PublicCall['args']): PublicCall['args'] {
	const plain = (value: unknown) => {
		const isList = Array.isArray(value) && value.every(each => typeof each === 'string');
		return isList ? value.join(' ') : value;
	};
	return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, plain(value)]));
}

function failed(text: string, gate: OutgoingGate): PublicAnswer {
	const clean = gate.clean(text).text;
	return { ok: false, text: clean, data: { part: 1, nParts: 1 }, places: [] };
}

interface Answered {
	readonly tool: PublicTool;
	readonly part: number;
	readonly again: NextCall;
	/** Arguments that the tool does not have. */
	readonly dropped: readonly string[];
	readonly gate: OutgoingGate;
}

/** Cleaned before it is cut: half of a secret is not recognized. */
function answerOf(result: ToolResult, { tool, part, again, dropped, gate }: Answered): PublicAnswer {
	const clean = cleanData(result, gate);
	const parts = partsOf(clean.text);
	const body = parts[part - 1];
	if (body === undefined) {
		return failed(
			`The answer has ${parts.length === 1 ? 'one part' : `${parts.length} parts`}, but part ${part} was asked for.`,
			gate,
		);
	}
	const end = endOf(clean, { parts, part, rest: tool.rest?.(clean) ?? again });
	const text = [body, ...droppedText(dropped, gate), ...end].join('\n\n');
	const { ok, places, run, data } = clean;
	return {
		...{ ok, text, places, ...(run !== undefined && { run }) },
		data: { part, nParts: parts.length, ...data },
	};
}

/** Data without the secrets in it. */
export function cleanData<T>(data: T, gate: OutgoingGate): T {
	gate.learn(JSON.stringify(data));
	return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
		typeof value === 'string' ? gate.clean(value).text : value,
	);
}

function droppedText(names: readonly string[], gate: OutgoingGate): string[] {
	const shown = names.slice(0, mostDropped).map(name => JSON.stringify(shortened(name, 40)));
	return shown.length === 0 ? [] : [gate.clean(`Not used, as there is no such argument: ${shown.join(', ')}.`).text];
}

interface Parts {
	readonly parts: readonly string[];
	readonly part: number;
	readonly rest: NextCall;
}

function endOf({ next }: ToolResult, { parts, part, rest }: Parts): string[] {
	if (part < parts.length) {
		const call = callText({ ...rest, args: { ...rest.args, part: part + 1 } });
		return [`This is part ${part} of ${parts.length}. ${call}`];
	}
	return next === undefined ? [] : [`Next: ${callText(next)}`];
}

/** `Call read_lines with {"file_name": "a.x"} to read it.` */
function callText({ tool, args, why }: NextCall): string {
	return `Call ${tool} ${args === undefined ? '' : `with ${JSON.stringify(args)} `}${why}.`;
}
