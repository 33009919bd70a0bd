import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { Tool } from '../tools/tool';
import { signatureOf } from '../tools/toolArguments';
import type { ReadCall } from './agentReply';
import { calledTool } from './calledTool';
import missedCall from './missedCall.md';

/** Of a line that is quoted, in characters. */
const longestLine = 200;

/**
 * Requests for a tool in other words than a call, one sentence each: a tool's name with quoted text after it on the
 * same line, such as ``search_code for `x` ``, if no call that was read has that text. `rest` is a text without the
 * calls that were read from it, each a line end instead.
 */
export function missedCalls(rest: string, calls: readonly ReadCall[], tools: readonly Tool[]): string[] {
	const known = new Set(calls.flatMap(({ args }) => Object.values(args).map(String)));
	const isNew = (text: string) => !known.has(text) && calledTool(text, tools) === undefined;
	return rest.split('\n').flatMap(line => {
		const parts = line.split(/(?<![\w.])(\w{3,60})(?!\w)/);
		// Words are at odd places; the text after a tool's name ends at the next one.
		const named = parts.flatMap((word, at) => (at % 2 === 1 && tools.some(({ name }) => name === word) ? [at] : []));
		return named.flatMap((at, nth) => {
			const tool = tools.find(({ name }) => name === parts[at]);
			const [after = ''] = parts
				.slice(at + 1, named[nth + 1])
				.join('')
				.split(/[.;]\s/);
			return tool !== undefined && quotedTexts(after).some(isNew) ? [problemOf(tool, `${tool.name}${after}`)] : [];
		});
	});
}

/** The mark after a name in a code span is no opening one. */
function quotedTexts(text: string): string[] {
	const found = text.replace(/^[`*"”]{1,3}/, '').matchAll(/`([^`]{1,200})`|"([^"]{1,200})"|“([^”]{1,200})”/g);
	return [...found].map(([, code, plain, curly]) => (code ?? plain ?? curly ?? '').trim());
}

function problemOf(tool: Tool, text: string): string {
	const line = text.trim();
	const short = line.length <= longestLine ? line : `${line.slice(0, longestLine)} …`;
	return fillTemplate(missedCall, { text: short, signature: signatureOf(tool) });
}
