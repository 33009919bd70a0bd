import type * as vscode from 'vscode';

/** Ids of the models the test provider offers: what each does with a request. */
export const chatModes = [
	...['default', 'toolcall', 'slow', 'error', 'cancel', 'quota', 'rate'],
	...['empty', 'blocked', 'gone', 'forbidden', 'search'],
] as const;

/** One request as it reached the provider. */
export interface RecordedChat {
	readonly mode: string;
	readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
	readonly options: vscode.ProvideLanguageModelChatResponseOptions;
	/** Whether the one who asked has cancelled by now. */
	readonly wasCancelled: () => boolean;
}

/** What the test provider's extension exports. */
export interface ChatProviderControl {
	readonly vendor: string;
	/** All requests so far, in order. */
	readonly requests: readonly RecordedChat[];
	/** Offers these models from now on, by id. */
	offer(modes: readonly string[]): void;
}
