import * as vscode from 'vscode';
import type { Caps } from '../core/agent/spending';
import type { Price } from '../core/model/run/spent';
import { type ReadEndpoint, readEndpoints } from './models/endpointSetting';
import { type ModelChoice, readModelChoice } from './models/modelChoice';

/** The settings package.json declares, said once; test/architecture compares the two. */
export const settingNames = {
	codeLensEnabled: 'faultline.codeLens.enabled',
	indexExclude: 'faultline.index.exclude',
	locationsMaxCount: 'faultline.locations.maxCount',
	locationsRangeTint: 'faultline.locations.rangeTint',
	locationsEndOfLineText: 'faultline.locations.endOfLineText',
	reviewAutoAdvance: 'faultline.review.autoAdvance',
	model: 'faultline.model',
	endpoints: 'faultline.endpoints',
	pricing: 'faultline.pricing',
	strategy: 'faultline.strategy',
	rounds: 'faultline.rounds',
	seedWithEmbedded: 'faultline.seedWithEmbedded',
	capRequests: 'faultline.caps.requests',
	capTokens: 'faultline.caps.tokens',
	capCost: 'faultline.caps.cost',
	capMinutes: 'faultline.caps.minutes',
	fixCandidates: 'faultline.fix.candidates',
	fixTestCommand: 'faultline.fix.testCommand',
} as const;

export interface Settings {
	readonly codeLens: boolean;
	/** Glob patterns, relative to each workspace folder, of files the index leaves out. */
	readonly indexExclude: readonly string[];
	readonly maxLocations: number;
	readonly rangeTint: boolean;
	readonly endOfLineText: boolean;
	/** Whether the caret goes to the next change once one is decided. */
	readonly autoAdvance: boolean;
	readonly model: ModelChoice;
	readonly endpoints: readonly ReadEndpoint[];
	/** By the model's name, for a million tokens. */
	readonly pricing: Readonly<Record<string, Price>>;
	/** Name of the strategy of new runs. */
	readonly strategy: string;
	/** How many rounds a model gets at most. */
	readonly maxRounds: number;
	/** Whether a model is told what the embedded localizer suspects. */
	readonly seedWithEmbedded: boolean;
	readonly caps: Caps;
	/** How many patches are written to choose from. */
	readonly nCandidates: number;
	/** Runs the project's tests; undefined where none is named. */
	readonly testCommand: string | undefined;
}

export function readSettings(): Settings {
	const configuration = vscode.workspace.getConfiguration();
	return {
		codeLens: configuration.get(settingNames.codeLensEnabled, false),
		indexExclude: strings(configuration.get<unknown>(settingNames.indexExclude)),
		maxLocations: positive(configuration.get<unknown>(settingNames.locationsMaxCount), 10),
		rangeTint: configuration.get(settingNames.locationsRangeTint, true),
		endOfLineText: configuration.get(settingNames.locationsEndOfLineText, false),
		autoAdvance: configuration.get(settingNames.reviewAutoAdvance, false),
		model: readModelChoice(configuration.get<unknown>(settingNames.model)),
		endpoints: readEndpoints(configuration.get<unknown>(settingNames.endpoints)),
		pricing: prices(configuration.get<unknown>(settingNames.pricing)),
		strategy: configuration.get(settingNames.strategy, 'rover'),
		maxRounds: positive(configuration.get<unknown>(settingNames.rounds), 15),
		seedWithEmbedded: configuration.get(settingNames.seedWithEmbedded, true),
		caps: readCaps(configuration),
		nCandidates: positive(configuration.get<unknown>(settingNames.fixCandidates), 1),
		testCommand: configuration.get(settingNames.fixTestCommand, '').trim() || undefined,
	};
}

/** 0 means no limit, which `Caps` says by leaving it out. */
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
	const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
	return Object.fromEntries(entries.filter((entry): entry is [string, Price] => isPrice(entry[1])));
}

function isPrice(value: unknown): value is Price {
	const isNumber = (each: unknown) => typeof each === 'number' && each >= 0;
	return (
		typeof value === 'object' &&
		value !== null &&
		'input' in value &&
		'output' in value &&
		isNumber(value.input) &&
		isNumber(value.output) &&
		(!('cachedInput' in value) || isNumber(value.cachedInput))
	);
}

/** A settings file is written by hand: what is not a list of words counts as none. */
function strings(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter(item => typeof item === 'string' && item !== '') : [];
}

function positive(value: unknown, otherwise: number): number {
	return typeof value === 'number' && value >= 1 ? Math.floor(value) : otherwise;
}
