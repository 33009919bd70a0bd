import * as vscode from 'vscode';
import type { MemoryLimit } from '../../code/node/indexing/memoryLimit';
import { darsOptions, type TreeOptions } from '../../engine/agent/branching/treeRules';
import { defaultOptions, type Effort } from '../../engine/agent/options';
import type { Caps } from '../../models/pure/limits/spending';
import { highestPrice, type Price } from '../../runs/pure/fold/spent';
import {
	type OwnCommands,
	usualBuildTimeoutMs,
	usualCrashTimeoutMs,
	usualRuns,
} from '../../sandbox/pure/execution/ownCommands';
import { fieldsOf, isRecord } from '../../system/pure/fields';
import { type ReadEndpoint, readEndpoints } from './endpointSetting';
import type { ModelChoice } from './modelChoice';
import { chosenModel } from './modelKind';
import { settingNames } from './settingNames';
import { readBranchAfter, readBranchLimits } from './treeSettings';

export interface Settings {
	/** Whether the intended behavior is shown above each location. */
	readonly codeLens: boolean;
	/** Glob patterns, relative to each workspace folder, of files that are not indexed. */
	readonly indexExclude: readonly string[];
	/** Of each process that indexes. */
	readonly indexMemory: MemoryLimit;
	readonly maxLocations: number;
	readonly rangeTint: boolean;
	readonly endOfLineText: boolean;
	/** Whether the caret moves to the next change after a decision. */
	readonly autoAdvance: boolean;
	readonly model: ModelChoice;
	readonly endpoints: readonly ReadEndpoint[];
	/** Another model of the same server, which compares alternatives and patches. */
	readonly judgeModel: string | undefined;
	/** Prices per million tokens, by model name. */
	readonly pricing: Readonly<Record<string, Price>>;
	/** When the user reviews the text sent to a model. */
	readonly reviewBeforeSending: 'ask' | 'always' | 'oncePerServer';
	/** Name of the strategy of new runs. */
	readonly strategy: string;
	/** How much a search of the strategy `researcher` may take. */
	readonly effort: Effort;
	/** The size of the findings a model is shown, in estimated tokens. */
	readonly memoryTokens: number;
	/** Whether the model chooses the findings that a patch is written from. */
	readonly filtersMemory: boolean;
	/** Of the strategy `tree`. */
	readonly tree: TreeOptions;
	/** Maximum number of rounds of a model's search. */
	readonly maxRounds: number;
	/** Whether a model is given the embedded localizer's suspects. */
	readonly embeddedHints: boolean;
	readonly caps: Caps;
	/** Number of candidate patches. */
	readonly nCandidates: number;
	/** Whether a fix runs the project's tests. */
	readonly runTests: boolean;
	/** The command that runs the project's tests; undefined if none is set. */
	readonly testCommand: string | undefined;
	/** The project's own commands that judge patches; undefined if none is set. */
	readonly ownCommands: OwnCommands | undefined;
	/** Undefined: as is usual for the tests that are run. */
	readonly testTimeoutMs: number | undefined;
	readonly coverageTimeoutMs: number | undefined;
	/** Whether programs run in a sandbox if the system has one. */
	readonly executionSandbox: boolean;
	/** Whether programs in a sandbox may use the network. */
	readonly executionNetwork: 'ask' | 'never' | 'always';
	/** Names of environment variables that programs of the project get in addition to the usual ones. */
	readonly executionEnvironment: readonly string[];
}

/** The current settings, each read when it is used. Invalid values count as unset. */
export function readSettings(): Settings {
	const configuration = vscode.workspace.getConfiguration();
	return {
		get codeLens() {
			return flag(readRenamed(configuration, settingNames.locationsCodeLens, settingNames.formerCodeLens), false);
		},
		get indexExclude() {
			return strings(configuration.get<unknown>(settingNames.indexExclude));
		},
		get indexMemory() {
			return memoryLimit(configuration.get<unknown>(settingNames.indexMemoryLimit));
		},
		get maxLocations() {
			return positive(configuration.get<unknown>(settingNames.locationsMaxCount), 10);
		},
		get rangeTint() {
			return configuration.get(settingNames.locationsRangeTint, true);
		},
		get endOfLineText() {
			return configuration.get(settingNames.locationsEndOfLineText, false);
		},
		get autoAdvance() {
			return configuration.get(settingNames.reviewAutoAdvance, false);
		},
		get model() {
			return chosenModel();
		},
		get endpoints() {
			return readEndpoints(configuration.get<unknown>(settingNames.endpoints));
		},
		get judgeModel() {
			return configuration.get(settingNames.judgeModel, '').trim() || undefined;
		},
		get pricing() {
			return prices(configuration.get<unknown>(settingNames.pricing));
		},
		get reviewBeforeSending() {
			return reviewChoice(configuration.get<unknown>(settingNames.reviewBeforeSending));
		},
		get strategy() {
			return configuration.get(settingNames.strategy, 'auto');
		},
		get effort() {
			return configuration.get<unknown>(settingNames.researchEffort) === 'thorough' ? 'thorough' : 'standard';
		},
		get memoryTokens() {
			return positive(configuration.get<unknown>(settingNames.researchMemoryTokens), defaultOptions.memoryTokens);
		},
		get filtersMemory() {
			return flag(configuration.get<unknown>(settingNames.researchFilterMemory), true);
		},
		get tree() {
			return treeOptions(configuration);
		},
		get maxRounds() {
			return positive(readRenamed(configuration, settingNames.searchMaxRounds, settingNames.formerMaxRounds), 15);
		},
		get embeddedHints() {
			return flag(readRenamed(configuration, settingNames.searchEmbeddedHints, settingNames.formerEmbeddedHints), true);
		},
		get caps() {
			return readCaps(configuration);
		},
		get nCandidates() {
			return positive(configuration.get<unknown>(settingNames.fixCandidates), 1);
		},
		get runTests() {
			return flag(configuration.get<unknown>(settingNames.fixRunTests), true);
		},
		get testCommand() {
			return configuration.get(settingNames.fixTestCommand, '').trim() || undefined;
		},
		get ownCommands() {
			return ownCommands(configuration);
		},
		get testTimeoutMs() {
			return optionalSeconds(configuration.get<unknown>(settingNames.fixTestTimeout));
		},
		get coverageTimeoutMs() {
			return optionalSeconds(configuration.get<unknown>(settingNames.fixCoverageTimeout));
		},
		get executionSandbox() {
			return flag(configuration.get<unknown>(settingNames.executionSandbox), true);
		},
		get executionNetwork() {
			return networkChoice(configuration.get<unknown>(settingNames.executionNetwork));
		},
		get executionEnvironment() {
			return strings(configuration.get<unknown>(settingNames.executionEnvironment));
		},
	};
}

/** Whether a card is shown for commands that fail in a terminal. */
export function showsFailureCard(): boolean {
	return vscode.workspace.getConfiguration().get(settingNames.failureCard, true);
}

function memoryLimit(value: unknown): MemoryLimit {
	const setBy = `the setting ${settingNames.indexMemoryLimit}`;
	return { megabytes: Math.max(256, positive(value, 2048)), setBy, leftOutBy: settingNames.indexExclude };
}

/** The highest cost of these models' tokens: the highest price of any of them. */
export function priceOf(models: readonly string[], { pricing }: Settings): Price | undefined {
	return highestPrice(models.map(model => pricing[model]));
}

function treeOptions(configuration: vscode.WorkspaceConfiguration): TreeOptions {
	const get = (name: string) => configuration.get<unknown>(name);
	return {
		...darsOptions,
		maxTurns: positive(get(settingNames.treeMaxTurns), darsOptions.maxTurns),
		maxDepth: positive(get(settingNames.treeMaxDepth), darsOptions.maxDepth),
		nSamples: positive(get(settingNames.treeSamples), darsOptions.nSamples),
		sampleTemperature: temperature(get(settingNames.treeTemperature), darsOptions.sampleTemperature),
		nAlternatives: positive(get(settingNames.treeAlternatives), darsOptions.nAlternatives),
		limits: readBranchLimits(get(settingNames.treeBranchAt)),
		after: readBranchAfter(get(settingNames.treeBranchAfter)),
		ordersByScore: flag(get(settingNames.treeOrderByScore), darsOptions.ordersByScore),
		summarizesAttempts: flag(get(settingNames.treeSummarizeAttempts), darsOptions.summarizesAttempts),
		stopsWhenProven: flag(get(settingNames.treeStopWhenProven), darsOptions.stopsWhenProven),
	};
}

function ownCommands(configuration: vscode.WorkspaceConfiguration): OwnCommands | undefined {
	const line = (name: string) => configuration.get(name, '').trim() || undefined;
	const [build, reproduce] = [line(settingNames.fixBuildCommand), line(settingNames.fixReproducerCommand)];
	return (build ?? reproduce) === undefined
		? undefined
		: {
				...(build !== undefined && { build }),
				...(reproduce !== undefined && { reproduce }),
				nRuns: positive(configuration.get<unknown>(settingNames.fixReproducerRuns), usualRuns),
				buildTimeoutMs: seconds(configuration.get<unknown>(settingNames.fixBuildTimeout), usualBuildTimeoutMs),
				timeoutMs: seconds(configuration.get<unknown>(settingNames.fixReproducerTimeout), usualCrashTimeoutMs),
			};
}

/** The values of a setting that `inspect` reports, without its default. */
interface SetValues {
	readonly workspaceValue?: unknown;
	readonly globalValue?: unknown;
}

/**
 * The value of a renamed setting, undefined if unset: the value under its name, else the one under its former name. A
 * workspace that is not trusted does not provide a former value.
 */
export function renamedValue(current: SetValues, former: SetValues, isTrusted: boolean): unknown {
	return (
		current.workspaceValue ??
		current.globalValue ??
		(isTrusted ? former.workspaceValue : undefined) ??
		former.globalValue
	);
}

function readRenamed(configuration: vscode.WorkspaceConfiguration, name: string, formerName: string): unknown {
	const inspect = (each: string): SetValues => configuration.inspect<unknown>(each) ?? {};
	return renamedValue(inspect(name), inspect(formerName), vscode.workspace.isTrusted);
}

/** 0 means no limit; `Caps` omits such a limit. */
function readCaps(configuration: vscode.WorkspaceConfiguration): Caps {
	const cap = (name: string, otherwise: number) => {
		const value = configuration.get<unknown>(name);
		return typeof value === 'number' && value >= 0 ? value : otherwise;
	};
	const caps: Caps = {
		requests: cap(settingNames.capRequests, 60),
		tokens: cap(settingNames.capTokens, 500_000),
		cost: cap(settingNames.capCost, 0),
		time: cap(settingNames.capMinutes, 30) * 60_000,
	};
	return Object.fromEntries(Object.entries(caps).filter(([, limit]) => limit > 0));
}

function prices(value: unknown): Readonly<Record<string, Price>> {
	const entries = Object.entries(fieldsOf(value));
	return Object.fromEntries(entries.filter((entry): entry is [string, Price] => isPrice(entry[1])));
}

function isPrice(value: unknown): value is Price {
	const isNumber = (each: unknown) => typeof each === 'number' && each >= 0;
	return (
		isRecord(value) &&
		isNumber(value.input) &&
		isNumber(value.output) &&
		(!('cachedInput' in value) || isNumber(value.cachedInput))
	);
}

/** Settings files are written by hand: anything but a list of strings counts as empty. */
function strings(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter(item => typeof item === 'string' && item !== '') : [];
}

function reviewChoice(value: unknown): Settings['reviewBeforeSending'] {
	return value === 'always' || value === 'oncePerServer' ? value : 'ask';
}

function networkChoice(value: unknown): Settings['executionNetwork'] {
	return value === 'never' || value === 'always' ? value : 'ask';
}

function flag(value: unknown, otherwise: boolean): boolean {
	return typeof value === 'boolean' ? value : otherwise;
}

/** Of a setting in seconds, in milliseconds. */
/** Milliseconds; undefined unless set. */
function optionalSeconds(value: unknown): number | undefined {
	return typeof value === 'number' && value > 0 ? 1000 * value : undefined;
}

function seconds(value: unknown, otherwiseMs: number): number {
	return 1000 * positive(value, otherwiseMs / 1000);
}

/** The temperature of a model: servers refuse values outside 0 to 2. */
function temperature(value: unknown, otherwise: number): number {
	return typeof value === 'number' && value >= 0 && value <= 2 ? value : otherwise;
}

function positive(value: unknown, otherwise: number): number {
	return typeof value === 'number' && value >= 1 ? Math.floor(value) : otherwise;
}
