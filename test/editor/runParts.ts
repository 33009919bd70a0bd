import * as vscode from 'vscode';
import { RunController } from '../../src/editor/currentRun/runController';
import { SendingAgreements } from '../../src/editor/currentRun/sendingAgreements';
import { ShownRun } from '../../src/editor/currentRun/shownRun';
import { embeddedSetup, type RunSetup } from '../../src/engine/strategies/runSetup';
import type { Strategy } from '../../src/engine/strategies/strategy';
import { RunFiles } from '../../src/runs/node/runFiles';
import { rootNode } from '../../src/runs/pure/fold/run';
import type { RunLog } from '../../src/runs/pure/log/runLog';
import type { Issue } from '../../src/runs/pure/model/issue';
import { systemClock } from '../../src/system/node/systemClock';
import type { WorkspaceStatus } from '../../src/webview/protocol/workspaceStatus';
import { exampleRun } from '../support/exampleRun';
import { installedGrammars } from '../support/grammars';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { RecordedLog } from '../support/recordedLog';
import { createScratchFolder } from '../support/scratchFolder';

export const issue: Issue = { title: 'Totals are wrong', body: 'Totals are wrong', source: { kind: 'text' } };

/** What a run does between its index and its end. */
export type Locate = Strategy['run'];

type OpenSetup = ConstructorParameters<typeof RunController>[0]['openSetup'];

export interface RunParts {
	readonly controller: RunController;
	readonly shown: ShownRun;
	readonly runs: RunFiles;
	readonly log: RecordedLog;
	/** A controller over the same runs, as another window has. */
	another(changes?: Partial<RunPartsOptions>): RunParts;
	dispose(): Promise<void>;
}

export interface RunPartsOptions {
	readonly locate: Locate;
	/** Who locates, where `locate` alone is not enough. */
	readonly setup?: (...given: Parameters<OpenSetup>) => RunSetup | ReturnType<OpenSetup>;
	/** Files of the workspace; by default some code. */
	readonly texts?: Readonly<Record<string, string>>;
	readonly storage?: string;
	/** The storage of the workspace; empty unless given. */
	readonly memory?: vscode.Memento;
}

/** A storage of VS Code in memory. */
export function memoryMemento(): vscode.Memento {
	const values = new Map<string, unknown>();
	const get = (key: string, otherwise?: unknown) => values.get(key) ?? otherwise;
	const update = async (key: string, value: unknown) => void values.set(key, value);
	return { get, update, keys: () => [...values.keys()] } as vscode.Memento;
}

/** A controller over real runs on disk, with a localizer the test brings. */
export function runParts(options: RunPartsOptions): RunParts {
	const { locate, setup, texts = { 'shop.py': 'def total():\n    pass\n' } } = options;
	const folder = createScratchFolder('runs');
	const storage = options.storage ?? folder.path;
	const log = new RecordedLog();
	const runs = new RunFiles(storage, log);
	const shown = new ShownRun();
	const controller = new RunController({
		...{ runs, shown, log, version: '0', clock: systemClock },
		agreements: new SendingAgreements(options.memory ?? memoryMemento()),
		openSetup: async (...given) =>
			setup === undefined ? embeddedSetup({ name: 'test', needs: [], run: locate }) : setup(...given),
		workspaceNames: () => ['shop'],
		indexed: () => memoryWorkspace(texts),
		languages: async () => installedGrammars().languages,
	});
	return {
		...{ controller, shown, runs, log },
		another: changes => runParts({ ...options, storage, ...changes }),
		dispose: async () => {
			controller.dispose();
			shown.dispose();
			await runs.close();
			folder.remove();
		},
	};
}

/** An index of files in memory, as the tools and the chat read it. */
export function memoryIndex(texts: Readonly<Record<string, string>>) {
	return {
		upToDate: () => memoryWorkspace(texts),
		languages: async () => installedGrammars().languages,
		status: { state: 'idle' },
		onDidChangeStatus: new vscode.EventEmitter<WorkspaceStatus>().event,
	};
}

/** VS Code's token of a chat, as it gives it to participants and tools. */
export function chatToken(chat: string): undefined {
	return { sessionResource: vscode.Uri.parse(`vscode-chat-session://local/${chat}`) } as unknown as undefined;
}

/** A localizer of one round that names the example's locations. */
export const locateExample: Locate = async log => {
	const round = await oneRound(log);
	const { locations, ranking } = exampleRun().selected;
	await log.once(round, { type: 'locationsNamed', locations, ranking });
};

/** Returns the round's node. */
export async function oneRound(log: RunLog): Promise<string> {
	const round = await log.open(rootNode, { key: 'round', kind: 'round', title: 'Looking' });
	await log.close(round, 'Looked');
	return round;
}
