import type { ToolArgs } from './tool';

/** Two calls with the same key give the same answer. */
export function callKey({ tool, args }: { readonly tool: string; readonly args: ToolArgs }): string {
	return `${tool} ${JSON.stringify(Object.entries(args))}`;
}
