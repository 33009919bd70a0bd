import * as vscode from 'vscode';
import type { ProbedEndpoint } from '../../models/node/probeEndpoint';
import type { ChatModel } from '../../models/pure/chatModel';
import type { ProbedModel } from '../../models/pure/probe/probeModel';
import { type EndpointSetting, endpointHost, isEndpoint } from '../settings/endpointSetting';
import { type ModelChoice, modelChoiceText } from '../settings/modelChoice';
import { readSettings } from '../settings/settings';
import type { EndpointKeys } from './endpointKeys';
import type { KnownModel, ModelStore } from './modelStore';
import { openAiEndpoint } from './openAiEndpoint';
import { findEndpoint, openModel } from './openModel';
import { createVscodeModel } from './vscodeModel';
import { vscodeServerLabel } from './vscodeServerLabel';

export interface ModelDeps {
	readonly keys: EndpointKeys;
	readonly store: ModelStore;
}

/** A model that answered, with the probe results. */
export interface TriedModel extends Pick<ProbedModel, 'notes'> {
	readonly model: ChatModel;
}

/** The model of a choice. Nothing is sent to it before a user action. */
export class ChosenModel {
	readonly keys: EndpointKeys;
	private readonly store: ModelStore;

	constructor(
		{ keys, store }: ModelDeps,
		private readonly readChoice: () => ModelChoice,
	) {
		this.keys = keys;
		this.store = store;
	}

	get choice(): ModelChoice {
		return this.readChoice();
	}

	/** The mode in use, in a few words: `Embedded localizer`, `VS Code: gpt-4.1`, `Endpoint: localhost:11434`. */
	get label(): string {
		const { choice } = this;
		switch (choice.kind) {
			case 'embedded':
				return vscode.l10n.t('Embedded localizer');
			case 'vscode':
				return vscode.l10n.t('VS Code: {0}', choice.name);
			case 'endpoint':
				return vscode.l10n.t('Endpoint: {0}', hostOf(choice.name));
			default:
				return vscode.l10n.t('Unknown model');
		}
	}

	/** The name of the model in use, as a run names its engine. */
	get modelName(): string {
		const { choice } = this;
		switch (choice.kind) {
			case 'endpoint':
				return endpointNamed(choice.name)?.model ?? choice.name;
			case 'vscode':
				return choice.name;
			default:
				return modelChoiceText(choice);
		}
	}

	/** The server that requests are sent to; undefined while nothing leaves this machine. */
	get recipient(): string | undefined {
		const { choice } = this;
		switch (choice.kind) {
			case 'vscode':
				return vscodeServerLabel(choice);
			case 'endpoint':
				return hostOf(choice.name);
			default:
				return undefined;
		}
	}

	/**
	 * The chosen model, ready for requests; undefined: the embedded localizer. A model that was not probed within the last
	 * days is probed first, with a few small requests, so call this only after a user action. Throws `UserError` if there
	 * is no such model, `ModelError` if it does not answer, and the signal's reason.
	 */
	async current(signal?: AbortSignal): Promise<ChatModel | undefined> {
		const { choice } = this;
		return choice.kind === 'embedded' ? undefined : this.ready(choice, signal);
	}

	/** Another model of the chosen one's server, by its name there. As `current` otherwise. */
	async beside(model: string, signal?: AbortSignal): Promise<ChatModel | undefined> {
		const { choice } = this;
		switch (choice.kind) {
			case 'endpoint':
				return this.ready({ ...choice, model }, signal);
			case 'vscode':
				return this.ready({ ...choice, name: model }, signal);
			default:
				return undefined;
		}
	}

	private async ready(choice: ModelChoice, signal?: AbortSignal): Promise<ChatModel> {
		const known = this.store.known(storeKey(choice));
		return known === undefined ? (await this.try(choice, signal)).model : this.open(choice, known);
	}

	/** Probes the capabilities of a model and stores the results. Throws as `current` does. */
	async try(choice: ModelChoice, signal?: AbortSignal): Promise<TriedModel> {
		const { notes, ...known } = await this.probe(choice, signal);
		await this.store.remember(storeKey(choice), known);
		return { model: await this.open(choice, known), notes };
	}

	private async probe(choice: ModelChoice, signal?: AbortSignal): Promise<ProbedEndpoint> {
		if (choice.kind !== 'endpoint') {
			const { probeModel } = await import('../../models/pure/probe/probeModel');
			return probeModel(await this.open(choice, { replyForm: 'prose' }), signal);
		}
		const endpoint = findEndpoint(choice);
		const { probeEndpoint } = await import('../../models/node/probeEndpoint');
		return probeEndpoint(openAiEndpoint(endpoint, await this.keys.get(endpoint)), signal);
	}

	/** Nothing is sent. Throws `UserError` if there is no such model. */
	protected open(choice: ModelChoice, known: KnownModel): Promise<ChatModel> {
		return openModel(choice, known, this.keys);
	}
}

/** The model that is selected in a chat, for the time of one request. */
export class ModelOfChat extends ChosenModel {
	constructor(
		deps: ModelDeps,
		private readonly chat: vscode.LanguageModelChat,
	) {
		super(deps, () => ({ kind: 'vscode', vendor: chat.vendor, name: chat.id }));
	}

	override get modelName(): string {
		return this.chat.name;
	}

	/** The model that compares is set for the model in the settings. */
	override async beside(): Promise<undefined> {
		return undefined;
	}

	protected override async open(_choice: ModelChoice, { replyForm }: KnownModel): Promise<ChatModel> {
		return createVscodeModel(this.chat, replyForm);
	}
}

/** For an endpoint, its server and model: probe results do not depend on its name. */
function storeKey(choice: ModelChoice): string {
	if (choice.kind !== 'endpoint') {
		return modelChoiceText(choice);
	}
	const { baseUrl, model } = findEndpoint(choice);
	return `${baseUrl} ${model}`;
}

function endpointNamed(name: string): EndpointSetting | undefined {
	return readSettings()
		.endpoints.filter(isEndpoint)
		.find(each => each.name === name);
}

function hostOf(name: string): string {
	const endpoint = endpointNamed(name);
	return endpoint === undefined ? name : endpointHost(endpoint);
}
