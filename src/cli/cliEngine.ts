import { basename, resolve } from 'node:path';
import { defaultOptions, type Effort, type RunOptions } from '../engine/agent/options';
import {
	embeddedSetup,
	type ModelOptions,
	modelSetup,
	type RunSetup,
	unavailableSetup,
} from '../engine/strategies/runSetup';
import { strategies, strategyNamed } from '../engine/strategies/strategies';
import type { Strategy } from '../engine/strategies/strategy';
import { endpointAddress } from '../models/node/endpointAddress';
import type { ModelEndpoint } from '../models/node/modelEndpoint';
import { createOpenAiModel } from '../models/node/openAiModel';
import { probeEndpoint } from '../models/node/probeEndpoint';
import { serverContext } from '../models/node/serverContext';
import type { ChatModel } from '../models/pure/chatModel';
import type { Caps } from '../models/pure/limits/spending';
import { unattended } from '../models/pure/limits/supervisor';
import { ModelError } from '../models/pure/modelError';
import type { ReplyForm } from '../runs/pure/model/chat';
import { ScratchCheckouts } from '../sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../sandbox/node/confinement/confinement';
import { hideEnvironment } from '../sandbox/node/processes/hideEnvironment';
import type { CommitExecution } from '../sandbox/pure/execution/commitCheckouts';
import type { ExecutionDeps } from '../sandbox/pure/execution/executionDeps';
import type { OwnCommands } from '../sandbox/pure/execution/ownCommands';
import { systemClock } from '../system/node/systemClock';
import { UserError } from '../system/pure/errors/userError';
import { codeSearchOption, codeSearchOptions } from './codeSearchOption';
import { type CommandCall, count, textOption, UsageError } from './command';
import { commandOptions, executionOptions } from './engineOptions';
import { cureText } from './output/cureText';
import unconfined from './unconfined.md';

const forms: readonly ReplyForm[] = ['tools', 'jsonSchema', 'jsonObject', 'prose'];
const openAiUrl = 'https://api.openai.com/v1';

/** The model options of the command line. */
export interface EngineChoice {
	readonly endpoint: Omit<ModelEndpoint, 'replyForm'>;
	/** Probed unless given. */
	readonly form: ReplyForm | undefined;
	/** Another model of the same server, which compares alternatives and patches. */
	readonly judgeModel: string | undefined;
	readonly search: Omit<RunOptions, 'nCandidates'>;
	readonly caps: Caps;
}

/**
 * The model that `--model openai:NAME` selects, at `--base-url`, with its key from the environment only; undefined for
 * the embedded localizer. Throws `UsageError`.
 */
export function readEngineChoice(call: CommandCall): EngineChoice | undefined {
	const { env, values } = call;
	const model = modelName(call);
	const choice = {
		form: formOption(call),
		judgeModel: textOption(values, 'judge-model')?.trim() || undefined,
		search: {
			maxRounds: count(call, 'rounds') ?? defaultOptions.maxRounds,
			effort: effortOption(call),
			memoryTokens: count(call, 'memory-tokens') ?? defaultOptions.memoryTokens,
			filtersMemory: values['no-filter'] !== true,
			seeds: values['no-seed'] !== true,
			tree: treeOption(call),
		},
		caps: caps(call),
	};
	if (model === undefined) {
		refuseWithoutModel(call);
		return undefined;
	}
	codeSearchOption(call);
	const baseUrl = textOption(values, 'base-url') ?? env.OPENAI_BASE_URL ?? openAiUrl;
	const apiKey = env.OPENAI_API_KEY;
	const endpoint = { baseUrl, model, ...(apiKey !== undefined && apiKey !== '' && { apiKey }) };
	return { ...choice, endpoint: { ...endpoint, ...endpointLimits(call) } };
}

const ofModels = [
	...['judge-model', 'turns', 'depth', 'samples', 'summaries', 'whole-tree'],
	...Object.keys(codeSearchOptions),
];

/** Throws `UsageError` for an option that would have no effect. */
function refuseWithoutModel({ values }: CommandCall): void {
	const given = ofModels.find(name => values[name] !== undefined);
	if (given !== undefined) {
		throw new UsageError(`--${given} is about a run with a model: add --model openai:NAME.`);
	}
}

/**
 * The engine of a run that locates. There is no user to ask: a run with a model ends at its caps. If the model does not
 * answer, the run fails with the reason. Throws `UserError` for an invalid address.
 */
export async function openSetup(
	strategy: Strategy,
	choice: EngineChoice | undefined,
	call: CommandCall,
): Promise<RunSetup> {
	return choice === undefined
		? embeddedSetup(strategy)
		: withModel(strategy, choice, call, async model => modelSetup(strategy, model, optionsOf(choice)));
}

/** The engine of a run that fixes; `execution`: from `executionOption`. Throws as `openSetup` does. */
export async function openFixSetup(
	strategy: Strategy,
	choice: EngineChoice,
	execution: ExecutionDeps | undefined,
	call: CommandCall,
): Promise<RunSetup> {
	const nCandidates = count(call, 'candidates') ?? 1;
	const options = { ...optionsOf(choice), execution, nCandidates };
	return withModel(strategy, choice, call, async model =>
		modelSetup(strategy, model, { ...options, judge: await openJudge(choice, call) }),
	);
}

async function withModel(
	strategy: Strategy,
	choice: EngineChoice,
	call: CommandCall,
	setup: (model: ChatModel) => Promise<RunSetup>,
): Promise<RunSetup> {
	const { server } = endpointAddress(choice.endpoint);
	try {
		return await setup(await openModel(choice, call));
	} catch (error) {
		if (!(error instanceof ModelError)) {
			throw error;
		}
		const reason = new UserError(error.message, { cures: error.cures });
		return unavailableSetup(strategy, { engine: choice.endpoint.model, server }, reason);
	}
}

/** The model that compares the first one's answers, if one is given. Throws `UserError` if it cannot be used. */
async function openJudge({ judgeModel, ...choice }: EngineChoice, call: CommandCall): Promise<ChatModel | undefined> {
	if (judgeModel === undefined) {
		return undefined;
	}
	const { contextTokens: _ofTheOther, ...endpoint } = choice.endpoint;
	try {
		return await openModel({ endpoint: { ...endpoint, model: judgeModel }, form: undefined }, call);
	} catch (error) {
		throw error instanceof ModelError
			? new UserError(`The model that compares (--judge-model ${judgeModel}) cannot be used. ${error.message}`)
			: error;
	}
}

/** The strategy that `--strategy` names, else `otherwise`. Throws `UsageError` for an unknown one. */
export function strategyOption({ values }: CommandCall, otherwise?: string): Strategy {
	const name = textOption(values, 'strategy') ?? otherwise ?? strategies[0]?.name ?? '';
	try {
		return strategyNamed(name);
	} catch (error) {
		throw error instanceof UserError ? new UsageError(error.message) : error;
	}
}

/**
 * Returns the means to run programs, if the option `consent` allows it. Throws `UsageError` for an option about them
 * without that.
 */
export async function executionOption(
	folder: string,
	call: CommandCall,
	consent: 'execute' | 'run' = 'execute',
): Promise<ExecutionDeps | undefined> {
	const { values } = call;
	if (values[consent] === true) {
		return openExecution(folder, call);
	}
	const extra = ['test', 'no-tests', ...Object.keys({ ...commandOptions, ...executionOptions })].find(
		name => values[name] !== undefined,
	);
	if (extra !== undefined) {
		throw new UsageError(`--${extra} is about programs that are run: add --${consent} to allow it.`);
	}
	return undefined;
}

/** Returns the means to run programs in copies of the folder, in a sandbox unless `--no-sandbox` is given. */
export async function openExecution(folder: string, call: CommandCall): Promise<CommitExecution> {
	const { storage, log, values, packageRoot } = call;
	const testCommand = textOption(values, 'test-command')?.trim();
	const variables = textOption(values, 'pass-env')?.split(',').filter(Boolean) ?? [];
	const allowed = { variables, network: values['allow-network'] === true, sandbox: values['no-sandbox'] !== true };
	const roots = [{ name: basename(folder), dir: folder }];
	const chosen = textOption(values, 'interpreter');
	const found = { roots, interpreters: chosen === undefined ? [] : [resolve(chosen)] };
	const opened = await openConfinement({ packageRoot, ...allowed, ...found });
	const { runner, sandbox, cures, dependencies, interpreters } = opened;
	hideEnvironment();
	if (sandbox === undefined) {
		log.warn(`${unconfined.trim()}${cureText(cures)}`);
	}
	const checkouts = new ScratchCheckouts({ roots, storage, log, dependencies });
	const ownCommands = ownCommandsOption(call);
	const [tests, coverage] = ['test-seconds', 'coverage-seconds'].map(name => count(call, name));
	return {
		...{ checkouts, runner, interpreters },
		...(testCommand && { testCommand }),
		...(ownCommands && { ownCommands }),
		...(values['no-tests'] === true && { skipsTests: true }),
		...(tests !== undefined && { testTimeoutMs: tests * 1000 }),
		...(coverage !== undefined && { coverageTimeoutMs: coverage * 1000 }),
	};
}

/** Throws `UsageError` for a number without a command that it is about. */
function ownCommandsOption(call: CommandCall): OwnCommands | undefined {
	const [build, reproduce] = ['build-command', 'reproduce-command'].map(name => textOption(call.values, name)?.trim());
	const [buildSeconds, seconds, nRuns] = ['build-seconds', 'reproduce-seconds', 'reproduce-runs'].map(name =>
		count(call, name),
	);
	if (buildSeconds !== undefined && !build) {
		throw new UsageError('--build-seconds is about a command: add --build-command LINE.');
	}
	if ((seconds ?? nRuns) !== undefined && !reproduce) {
		const name = seconds === undefined ? 'reproduce-runs' : 'reproduce-seconds';
		throw new UsageError(`--${name} is about a command: add --reproduce-command LINE.`);
	}
	return build || reproduce
		? {
				...(build && { build }),
				...(reproduce && { reproduce }),
				...(nRuns !== undefined && { nRuns }),
				...(buildSeconds !== undefined && { buildTimeoutMs: buildSeconds * 1000 }),
				...(seconds !== undefined && { timeoutMs: seconds * 1000 }),
			}
		: undefined;
}

async function openModel(
	{ endpoint, form }: Pick<EngineChoice, 'endpoint' | 'form'>,
	call: CommandCall,
): Promise<ChatModel> {
	const known =
		form === undefined ? await probe(endpoint, call) : await unprobed({ ...endpoint, replyForm: form }, call);
	return createOpenAiModel({ ...known, ...endpoint });
}

function optionsOf({ search, caps: limits }: EngineChoice): ModelOptions {
	return { ...search, caps: limits, supervisor: unattended, clock: systemClock };
}

function treeOption(call: CommandCall): RunOptions['tree'] {
	const { tree } = defaultOptions;
	return {
		...tree,
		maxTurns: count(call, 'turns') ?? tree.maxTurns,
		maxDepth: count(call, 'depth') ?? tree.maxDepth,
		nSamples: count(call, 'samples') ?? tree.nSamples,
		stopsWhenProven: call.values['whole-tree'] !== true,
		summarizesAttempts: call.values.summaries === true,
	};
}

function effortOption({ values }: CommandCall): Effort {
	const effort = textOption(values, 'effort') ?? defaultOptions.effort;
	if (effort !== 'standard' && effort !== 'thorough') {
		throw new UsageError(`Unknown effort "${effort}": --effort takes standard or thorough.`);
	}
	return effort;
}

async function probe(endpoint: EngineChoice['endpoint'], { terminal, log, signal }: CommandCall) {
	terminal.progress({ done: 0, total: 0, message: `probing ${endpoint.model}` });
	const { notes, ...known } = await probeEndpoint(endpoint, signal);
	log.info(notes.join(' '));
	return known;
}

/** With the context window that the server reports, unless it is given. */
async function unprobed(endpoint: ModelEndpoint, { log, signal }: CommandCall) {
	const context = endpoint.contextTokens === undefined ? await serverContext(endpoint, signal) : undefined;
	if (context?.warning !== undefined) {
		log.warn(context.warning);
	}
	const { replyForm } = endpoint;
	return { replyForm, ...(context !== undefined && { contextTokens: context.contextTokens }) };
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
			`Unknown model "${given}": --model takes embedded, or openai:NAME for a model behind an OpenAI-compatible server (--base-url).`,
		);
	}
	const name = rest.join(':') || env.OPENAI_MODEL;
	if (name === undefined || name === '') {
		throw new UsageError('No model is given: use --model openai:NAME, or set OPENAI_MODEL.');
	}
	return name;
}

function formOption({ values }: CommandCall): ReplyForm | undefined {
	const given = textOption(values, 'form');
	const form = forms.find(each => each === given);
	if (given !== undefined && form === undefined) {
		throw new UsageError(`--form takes ${forms.join(', ')}, not "${given}".`);
	}
	return form;
}

function endpointLimits(call: CommandCall): Pick<ModelEndpoint, 'contextTokens' | 'firstByteMs' | 'silenceMs'> {
	const [contextTokens, firstByte, silence] = ['context-tokens', 'first-byte-seconds', 'silence-seconds'].map(name =>
		count(call, name),
	);
	return {
		...(contextTokens !== undefined && { contextTokens }),
		...(firstByte !== undefined && { firstByteMs: firstByte * 1000 }),
		...(silence !== undefined && { silenceMs: silence * 1000 }),
	};
}

function caps(call: CommandCall): Caps {
	const [requests, tokens, minutes] = ['max-requests', 'max-tokens', 'max-minutes'].map(name => count(call, name));
	return {
		...(requests !== undefined && { requests }),
		...(tokens !== undefined && { tokens }),
		...(minutes !== undefined && { time: minutes * 60_000 }),
	};
}
