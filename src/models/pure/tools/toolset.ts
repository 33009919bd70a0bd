import type { JsonSchema } from '../chatModel';
import type { Tool, ToolArgs } from './tool';

/** The tools of a model in one stage of a strategy, and the tool that ends it; empty if a stage only asks. */
export interface Toolset<Report = unknown> {
	/** The first one is the example in prompts. */
	readonly tools: readonly Tool[];
	/** The word for a call in prompts; `call` and `calls` unless given. */
	readonly callNoun?: { readonly one: string; readonly many: string };
	/** Reads calls that an answer without any has in its text, in a form of their own. */
	readonly inText?: (text: string) => readonly CallInText[];
	/** Absent if a model ends by making no further call. */
	readonly ending?: EndingTool<Report>;
}

/** A call of a known tool with checked arguments, and its place in the text as it was written. */
export interface CallInText {
	readonly tool: string;
	readonly args: ToolArgs;
	readonly written: string;
}

/** For a stage that only asks. */
export const emptyToolset: Toolset<never> = { tools: [] };

/**
 * The tool that ends a model's work. It runs nothing: its report is read from the answer, from the argument of a native
 * call, a field of a JSON object or prose, depending on the protocol.
 */
export interface EndingTool<Report> {
	readonly name: string;
	/** For native calls; kept in a `.md` beside the tool. */
	readonly description: string;
	/** Its only argument, and its key in a JSON answer. */
	readonly field: string;
	/** The answer to its call beside other calls, if it does not end the work. */
	readonly besideCalls?: string;
	/** Other keys that models write for it. */
	readonly aliases?: readonly string[];
	/** Of the field's value. Strict: an optional value is null, since strict schemas know no optional key. */
	readonly schema: JsonSchema;
	readonly prompts: EndingPrompts;
	/** Reads the field's value, also a damaged or neighboring one. `label` names the value in problems. Never throws. */
	read(value: unknown, label: string): ReadReport<Report>;
	/** Whether a JSON value outside the field is recognizable as a report by its own keys. */
	isReport?(value: unknown): boolean;
	/** Reports with the same key are one; by their JSON unless given. */
	keyOf?(report: Report): string;
	/** Reads running text; `hasCalls`: it also asks for calls, so that only an explicit report counts. */
	readProse?(text: string, hasCalls: boolean): ProseReport<Report>;
}

/** The parts of prompts about an ending tool. */
export interface EndingPrompts {
	/** The model's task, as an indirect question: `where the bug is`. */
	readonly question: string;
	/** One reported thing: `place`. */
	readonly item: string;
	/** The field's value as JSON, in an example. */
	readonly example: string;
	/** How notes in prose become the field's value: a paragraph that begins with the field. */
	readonly conversion: string;
}

export interface ReadReport<Report> {
	readonly report?: readonly Report[];
	/** One sentence each, for the model. */
	readonly problems?: readonly string[];
}

export interface ProseReport<Report> {
	readonly report: readonly Report[];
	/** Nothing was guessed, so that no model needs to be asked for the meaning of the text. */
	readonly isSure: boolean;
}
