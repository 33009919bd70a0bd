import { asCount, asFields, type ServerContext, type ServerPages } from './serverPages';

/** The context a server gives a model by default: less than one file of code. */
const defaultTokens = 4096;
/** The context that a few rounds of a search need. */
const wantedTokens = 32_768;

/**
 * The context window of a model of an Ollama server, which its OpenAI interface neither reports nor sets, and beyond
 * which it silently truncates a conversation. Undefined for any other server.
 */
export async function ollamaContext({ ask }: ServerPages, model: string): Promise<ServerContext | undefined> {
	if (typeof (await ask('api/version'))?.version !== 'string') {
		return undefined;
	}
	const shown = await ask('api/show', { model });
	const contextTokens = loadedTokens(await ask('api/ps'), model) ?? tokensSet(shown) ?? defaultTokens;
	const possibleTokens = Math.min(tokensPossible(shown) ?? wantedTokens, wantedTokens);
	return contextTokens >= possibleTokens
		? { contextTokens }
		: { contextTokens, warning: warningFor(model, contextTokens, possibleTokens) };
}

type Answer = Readonly<Record<string, unknown>>;

/** A loaded model has the context it was loaded with, regardless of its settings. */
function loadedTokens(processes: Answer | undefined, model: string): number | undefined {
	const models = Array.isArray(processes?.models) ? processes.models.map(asFields) : [];
	const names = [model, `${model}:latest`];
	return asCount(models.find(each => names.includes(String(each?.name)))?.context_length);
}

/** The Modelfile's `num_ctx`. */
function tokensSet(shown: Answer | undefined): number | undefined {
	return asCount(Number(/^num_ctx\s+(\d+)/m.exec(String(shown?.parameters))?.[1]));
}

/** The model's own maximum: `model_info` has it under a key with the architecture's name. */
function tokensPossible(shown: Answer | undefined): number | undefined {
	const info = Object.entries(asFields(shown?.model_info) ?? {});
	return asCount(info.find(([key]) => key.endsWith('.context_length'))?.[1]);
}

function warningFor(model: string, contextTokens: number, betterTokens: number): string {
	const what = `Ollama gives ${model} ${contextTokens} tokens, and silently truncates what is longer.`;
	return `${what} Start it with OLLAMA_CONTEXT_LENGTH=${betterTokens}, or put "PARAMETER num_ctx ${betterTokens}" into the model's Modelfile.`;
}
