import * as vscode from 'vscode';
import { findRepository } from '../../history/node/git/repository';
import { rememberTree, type TreeState } from '../../patches/node/rememberTree';
import type { Clock } from '../../system/pure/clock';
import { errorText } from '../../system/pure/errors/errorText';
import type { Log } from '../../system/pure/log';
import { showStatus } from '../display';
import { engineText } from '../engineText';

const stateKey = 'review.remembered';
const mostTrees = 10;
/** Git keeps objects that nothing names for two weeks. */
const longestMs = 7 * 24 * 60 * 60 * 1000;

/** A state of a folder's files that a review may begin at. */
export interface RememberedTree extends TreeState {
	/** Its path on disk. */
	readonly folder: string;
	readonly atMs: number;
	/** The chat that began then; '' for one that VS Code does not identify. Absent: the user asked for it. */
	readonly chat?: string;
}

interface RememberedTreesDeps {
	/** The storage of the workspace. */
	readonly memory: vscode.Memento;
	readonly clock: Clock;
	readonly log: Log;
	readonly isTrusted: () => boolean;
}

/** The states of the working tree from before the chats of this workspace, and those that the user had remembered. */
export class RememberedTrees {
	/** The chats that began in this window. */
	private readonly begun = new Map<string, Promise<void>>();

	constructor(private readonly deps: RememberedTreesDeps) {}

	/** The states of a folder, newest first. */
	of(folder: string): readonly RememberedTree[] {
		return this.kept.filter(each => each.folder === folder);
	}

	/** Remembers the files once a chat, at its beginning, in a trusted workspace. A failure is shown, and is no failure of the chat. */
	beginChat(chat: string): Promise<void> {
		if (!this.deps.isTrusted() || (chat !== '' && this.kept.some(each => each.chat === chat))) {
			return Promise.resolve();
		}
		const begun = (chat === '' ? undefined : this.begun.get(chat)) ?? this.rememberAtChat(chat);
		this.begun.set(chat, begun);
		return begun;
	}

	/** Remembers the files of all folders. Throws `UserError`. */
	async remember(folders: readonly vscode.Uri[], chat?: string): Promise<readonly RememberedTree[]> {
		const made: RememberedTree[] = [];
		for (const { fsPath: folder } of folders) {
			const atMs = this.deps.clock.now();
			made.push({ ...(await rememberTree(folder)), folder, atMs, ...(chat !== undefined && { chat }) });
		}
		await this.deps.memory.update(stateKey, [...made, ...this.kept].slice(0, mostTrees));
		return made;
	}

	private async rememberAtChat(chat: string): Promise<void> {
		try {
			for (const uri of diskFolders()) {
				if ((await findRepository(uri.fsPath))?.head !== undefined) {
					await this.remember([uri], chat);
				}
			}
		} catch (error) {
			this.deps.log.warn(errorText(error));
			showStatus(`$(warning) ${engineText(errorText(error))}`, 10_000);
		}
	}

	private get kept(): readonly RememberedTree[] {
		const oldest = this.deps.clock.now() - longestMs;
		return this.deps.memory.get<readonly RememberedTree[]>(stateKey, []).filter(({ atMs }) => atMs >= oldest);
	}
}

/** The folders of the workspace that are on a disk. */
export function diskFolders(): readonly vscode.Uri[] {
	return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
}
