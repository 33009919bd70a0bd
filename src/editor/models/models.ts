import * as vscode from 'vscode';
import { settingNames } from '../settings/settingNames';
import { readSettings } from '../settings/settings';
import { ChosenModel, type ModelDeps, ModelOfChat } from './chosenModel';

/** The model in the settings, and the models of chats. */
export class Models extends ChosenModel implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly listening: vscode.Disposable;

	/** Another model was chosen, or the endpoints changed. */
	readonly onDidChange = this.changed.event;

	constructor(private readonly deps: ModelDeps) {
		super(deps, () => readSettings().model);
		this.listening = vscode.workspace.onDidChangeConfiguration(event => {
			if (event.affectsConfiguration(settingNames.model) || event.affectsConfiguration(settingNames.endpoints)) {
				this.changed.fire();
			}
		});
	}

	/** The model that is selected in a chat. */
	ofChat(chat: vscode.LanguageModelChat): ChosenModel {
		return new ModelOfChat(this.deps, chat);
	}

	dispose(): void {
		this.listening.dispose();
		this.changed.dispose();
	}
}
