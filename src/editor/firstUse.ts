import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { errorText } from '../system/pure/errors/errorText';
import { showMessage } from './display';
import type { EarlyServices, OpenedDoors, ToolInput } from './earlyServices';
import { commands, doors, views } from './ids';
import { LazyCommands } from './lazyCommands';
import { loadInTurns } from './loadInTurns';
import { updateServerLauncher } from './mcp/serverLauncher';
import { settingNames } from './settings/settingNames';

/**
 * Replaces the features, most of the extension, until one of them is used: registers their commands, pages, tools and
 * chat participant, each of which loads them all. They are loaded at the start only if Faultline was used before.
 */
export class FirstUse implements vscode.Disposable {
	private readonly commands: LazyCommands<OpenedDoors>;
	private readonly pages: vscode.Disposable;
	private readonly doors: vscode.Disposable;

	constructor(private readonly early: EarlyServices) {
		this.commands = new LazyCommands(Object.values(commands), {
			start: makeWay => this.start(makeWay),
			show: showFailure,
		});
		this.pages = vscode.Disposable.from(
			vscode.window.registerWebviewViewProvider(views.trajectory, {
				resolveWebviewView: async (...given) => (await this.load()).view.resolveWebviewView(...given),
			}),
			// The tab has the id of the view in the sidebar, so that the menus of both are the same.
			vscode.window.registerWebviewPanelSerializer(views.trajectory, {
				deserializeWebviewPanel: async (...given) => (await this.load()).tab.deserializeWebviewPanel(...given),
			}),
			vscode.window.registerUriHandler({ handleUri: async uri => (await this.load()).links.handleUri(uri) }),
		);
		this.doors = vscode.Disposable.from(
			...declaredTools(early.extension).map(name => this.registerTool(name)),
			this.registerChat(),
			registerMcpServers(early.extension),
		);
	}

	/** Loads the features if something of them is to be shown, continued or cleaned up; waits if a tab needs them. */
	async begin(): Promise<void> {
		updateServerLauncher(this.early.extension).catch(showStaleLauncher);
		if (hasOwnTab()) {
			await this.load();
		} else if (wasUsed(this.early.extension)) {
			// A failure was shown.
			this.load().catch(() => undefined);
		}
	}

	dispose(): void {
		this.commands.dispose();
		this.pages.dispose();
		this.doors.dispose();
	}

	private registerChat(): vscode.Disposable {
		const participant = vscode.chat.createChatParticipant(doors.chat, async (...given) =>
			(await this.load()).chat(...given),
		);
		participant.followupProvider = { provideFollowups: ({ metadata }) => metadata?.followups };
		return participant;
	}

	private registerTool(name: string): vscode.Disposable {
		return vscode.lm.registerTool<ToolInput>(name, {
			prepareInvocation: async ({ input }) => (await this.load()).tools.prepare(name, input),
			invoke: async (call, token) => (await this.load()).tools.invoke(name, call, token),
		});
	}

	/** Shows a failure itself, because VS Code shows none. */
	private async load(): Promise<OpenedDoors> {
		try {
			return await this.commands.load();
		} catch (error) {
			showFailure(error);
			throw error;
		}
	}

	private async start(makeWay: () => void): Promise<OpenedDoors> {
		await loadInTurns(largeParts);
		const { startFeatures } = await import('./features');
		makeWay();
		const pages = startFeatures(this.early);
		await setImmediate();
		return pages;
	}
}

function declaredTools({ extension }: vscode.ExtensionContext): readonly string[] {
	const { languageModelTools }: { readonly languageModelTools: readonly { readonly name: string }[] } =
		extension.packageJSON.contributes;
	return languageModelTools.map(({ name }) => name);
}

/** VS Code asks for servers at the start of a window. There is none unless the user wants one. */
function registerMcpServers({ extensionUri, extension }: vscode.ExtensionContext): vscode.Disposable {
	const changed = new vscode.EventEmitter<void>();
	const isWanted = () => vscode.workspace.getConfiguration().get<unknown>(settingNames.mcpServer) === true;
	return vscode.Disposable.from(
		changed,
		vscode.workspace.onDidChangeConfiguration(event => {
			if (event.affectsConfiguration(settingNames.mcpServer)) {
				changed.fire();
			}
		}),
		vscode.workspace.onDidChangeWorkspaceFolders(() => isWanted() && changed.fire()),
		vscode.lm.registerMcpServerDefinitionProvider(doors.mcpServers, {
			onDidChangeMcpServerDefinitions: changed.event,
			provideMcpServerDefinitions: async () => {
				if (!isWanted()) {
					return [];
				}
				const { mcpServers } = await import('./mcp/mcpServers');
				return mcpServers(extensionUri, String(extension.packageJSON.version));
			},
		}),
	);
}

function showStaleLauncher(error: unknown): void {
	const text = vscode.l10n.t(
		'Copy the MCP configuration again, as the copied one starts an older version: {0}',
		errorText(error),
	);
	void showMessage('Warning', text);
}

function showFailure(error: unknown): void {
	void showMessage('Error', vscode.l10n.t('Faultline could not start: {0}', errorText(error)));
}

/** Of the features. */
const largeParts = [
	() => import('../code/node/indexing/indexProcess'),
	() => import('./settings/settings'),
	() => import('./models/models'),
	() => import('../runs/pure/log/runLog'),
	() => import('./currentRun/runController'),
	() => import('./currentRun/patchList'),
	() => import('./currentRun/runDocuments'),
	() => import('./createServices'),
	() => import('./patches/registerPatches'),
	() => import('./trajectory/registerTrajectory'),
	() => import('./features'),
];

/** Of a review, a pull request, or a text of a run: all have schemes of their own. */
function hasOwnTab(): boolean {
	const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
	return inputs.some(input => {
		const isDiff = input instanceof vscode.TabInputTextDiff;
		const uri = isDiff ? input.modified : input instanceof vscode.TabInputText ? input.uri : undefined;
		return uri?.scheme.startsWith(ownSchemes) === true;
	});
}

const ownSchemes = 'faultline-';

/** There are runs of this workspace, or copies of it, or it is the sample. */
function wasUsed({ storageUri, globalStorageUri }: vscode.ExtensionContext): boolean {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return (
		existsSync((storageUri ?? globalStorageUri).fsPath) ||
		folders.some(({ uri }) => uri.fsPath.startsWith(globalStorageUri.fsPath + sep))
	);
}
