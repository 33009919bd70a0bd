import { unattended } from '../../core/agent/supervisor';
import type { ReplyForm } from '../../core/model/chat';
import { ModelError } from '../../core/ports';
import { UserError } from '../../core/util/userError';
import { createOpenAiModel } from '../openAi/openAiModel';
import { probeEndpoint } from '../openAi/probeEndpoint';
import { embeddedEngine, modelEngine, type RunEngine } from '../runEngine';
import { type Command, type CommandCall, textOption } from './command';
import { UsageError } from './usageError';

/** Options of every command that locates. */
export const engineOptions = {
	model: { type: 'string' },
	'base-url': { type: 'string' },
	form: { type: 'string' },
	rounds: { type: 'string' },
	'max-requests': { type: 'string' },
	'max-tokens': { type: 'string' },
	'max-minutes': { type: 'string' },
	'no-seed': { type: 'boolean' },
} as const satisfies Command['options'];

const forms: readonly ReplyForm[] = ['tools', 'jsonSchema', 'jsonObject', 'prose'];
const openAiUrl = 'https://api.openai.com/v1';

/**
 * Who locates: the embedded localizer, or the model `--model openai:NAME` names, behind `--base-url`. Its key comes from
 * the environment alone. Nobody is there to ask: the run ends at its caps. Throws `UsageError` and `UserError`.
 */
export async function cliEngine(call: CommandCall): Promise<RunEngine> {
	const model = modelName(call);
	if (model === undefined) {
		return embeddedEngine;
	}
	const { env, terminal } = call;
	const options = {
		clock: { now: () => Date.now() },
		supervisor: unattended,
		onText: () => undefined,
		maxRounds: count(call, 'rounds') ?? 15,
		seeds: call.values['no-seed'] !== true,
		caps: caps(call),
		price: undefined,
	};
	const baseUrl = textOption(call.values, 'base-url') ?? env.OPENAI_BASE_URL ?? openAiUrl;
	const apiKey = env.OPENAI_API_KEY;
	const endpoint = { baseUrl, model, ...(apiKey !== undefined && apiKey !== '' && { apiKey }) };
	const form = formOption(call);
	if (form !== undefined) {
		return modelEngine(createOpenAiModel({ ...endpoint, replyForm: form }), options);
	}
	terminal.progress({ done: 0, total: 0, message: `trying ${model}` });
	const { notes, ...known } = await probe(endpoint, call.signal);
	call.log.info(notes.join(' '));
	return modelEngine(createOpenAiModel({ ...known, ...endpoint }), options);
}

/** The model's name; undefined for the embedded localizer. */
function modelName({ values, env }: CommandCall): string | undefined {
	const given = textOption(values, 'model') ?? 'embedded';
	if (given === 'embedded') {
		return undefined;
	}
	const [kind, ...rest] = given.split(':');
	if (kind !== 'openai') {
		throw new UsageError(
			`There is no model "${given}": --model takes embedded, or openai:NAME for a model behind an OpenAI-compatible server (--base-url).`,
		);
	}
	const name = rest.join(':') || env.OPENAI_MODEL;
	if (name === undefined || name === '') {
		throw new UsageError('Which model? Say --model openai:NAME, or set OPENAI_MODEL.');
	}
	return name;
}

async function probe(...args: Parameters<typeof probeEndpoint>): ReturnType<typeof probeEndpoint> {
	try {
		return await probeEndpoint(...args);
	} catch (error) {
		throw error instanceof ModelError ? new UserError(error.message) : error;
	}
}

function formOption({ values }: CommandCall): ReplyForm | undefined {
	const given = textOption(values, 'form');
	const form = forms.find(each => each === given);
	if (given !== undefined && form === undefined) {
		throw new UsageError(`--form takes ${forms.join(', ')}, not "${given}".`);
	}
	return form;
}

function caps(call: CommandCall) {
	const [requests, tokens, minutes] = ['max-requests', 'max-tokens', 'max-minutes'].map(name => count(call, name));
	return {
		...(requests !== undefined && { requests }),
		...(tokens !== undefined && { tokens }),
		...(minutes !== undefined && { time: minutes * 60_000 }),
	};
}

function count({ values }: CommandCall, name: string): number | undefined {
	const given = textOption(values, name);
	if (given === undefined) {
		return undefined;
	}
	const n = Number(given);
	if (!Number.isSafeInteger(n) || n < 1) {
		throw new UsageError(`--${name} takes a whole number from 1 on, not "${given}".`);
	}
	return n;
}
