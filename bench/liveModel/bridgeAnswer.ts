/** An answer as a player wrote it. */
export interface BridgeAnswer {
	readonly text: string;
	readonly toolCalls: readonly BridgeCall[];
}

interface BridgeCall {
	readonly name: string;
	/** JSON text, or intended as such. */
	readonly arguments: string;
}

/**
 * Reads an answer: of a `.md` file the whole text; of a `.json` file `text` and `toolCalls`, both optional, whose
 * arguments are an object, or a text that is sent unchanged. Throws what is wrong with it.
 */
export function readBridgeAnswer(name: string, content: string): BridgeAnswer {
	if (name.endsWith('.md')) {
		return { text: content, toolCalls: [] };
	}
	const answer: unknown = JSON.parse(content);
	const { text = '', toolCalls = [], ...others } = asFields(answer, 'the answer');
	if (typeof text !== 'string' || !Array.isArray(toolCalls) || Object.keys(others).length > 0) {
		throw new Error('an answer has "text", a string, and "toolCalls", a list, and nothing else');
	}
	return { text, toolCalls: toolCalls.map(readCall) };
}

function readCall(call: unknown): BridgeCall {
	const { name, arguments: given } = asFields(call, 'a call');
	if (typeof name !== 'string' || given === undefined) {
		throw new Error('a call has "name", a string, and "arguments", an object');
	}
	return { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) };
}

function asFields(value: unknown, what: string): Readonly<Record<string, unknown>> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new Error(`${what} is no JSON object`);
	}
	return { ...value };
}
