import type { ReadCall } from './agentReply';

/** A call that can be made, or one sentence on why it cannot. */
export type Invocation = { readonly call: ReadCall } | { readonly problem: string };

/** Reads one written call, such as `search_method_in_class("save", class_name='Model')`; undefined for text that is no call. */
export function readInvocation(_text: string): Invocation | undefined {
	return undefined;
}
