import * as vscode from 'vscode';

/** The settings package.json declares, said once; test/architecture compares the two. */
export const settingNames = {
	codeLensEnabled: 'faultline.codeLens.enabled',
	indexExclude: 'faultline.index.exclude',
	locationsMaxCount: 'faultline.locations.maxCount',
	locationsRangeTint: 'faultline.locations.rangeTint',
	locationsEndOfLineText: 'faultline.locations.endOfLineText',
} as const;

export interface Settings {
	readonly codeLens: boolean;
	/** Glob patterns, relative to each workspace folder, of files the index leaves out. */
	readonly indexExclude: readonly string[];
	readonly maxLocations: number;
	readonly rangeTint: boolean;
	readonly endOfLineText: boolean;
}

export function readSettings(): Settings {
	const configuration = vscode.workspace.getConfiguration();
	return {
		codeLens: configuration.get(settingNames.codeLensEnabled, false),
		indexExclude: strings(configuration.get<unknown>(settingNames.indexExclude)),
		maxLocations: positive(configuration.get<unknown>(settingNames.locationsMaxCount), 10),
		rangeTint: configuration.get(settingNames.locationsRangeTint, true),
		endOfLineText: configuration.get(settingNames.locationsEndOfLineText, false),
	};
}

/** A settings file is written by hand: what is not a list of words counts as none. */
function strings(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter(item => typeof item === 'string' && item !== '') : [];
}

function positive(value: unknown, otherwise: number): number {
	return typeof value === 'number' && value >= 1 ? Math.floor(value) : otherwise;
}
