import type { Toolset } from '../../tools/toolset';
import type { AgentReply } from './agentReply';
import { isReplyValue, valueReply } from './jsonReply';
import { fencedBlocks, jsonIn } from './jsonText';
import { mergedReply } from './mergedReply';
import { namedCall } from './namedCall';

/**
 * Tool calls that a model wrote into its text instead of making them: `<tool_call>{...}</tool_call>`,
 * `<function=name>` with JSON or `<parameter=key>` in it, and JSON blocks with a name and arguments.
 */
export function leakedCalls<Report>(text: string, toolset: Toolset<Report>): AgentReply<Report> {
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
	const parameters = [...body.matchAll(/<parameter=(\w+)>\n?([\s\S]*?)\n?<\/parameter>/g)];
	return parameters.length === 0
		? body.trim()
		: Object.fromEntries(parameters.map(([, name = '', value = '']) => [name, value]));
}
