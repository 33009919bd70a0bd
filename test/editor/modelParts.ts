import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Dialogs } from '../../src/editor/models/dialogs';
import { EndpointKeys } from '../../src/editor/models/endpointKeys';
import { ModelStore } from '../../src/editor/models/modelStore';
import { Models } from '../../src/editor/models/models';
import { systemClock } from '../../src/system/node/systemClock';
import { RecordedLog } from '../support/recordedLog';

/** The service over storage in memory, which a test can look through, and the real settings of the window. */
export interface ModelParts {
	readonly models: Models;
	readonly log: vscode.LogOutputChannel;
	readonly logged: readonly string[];
	readonly secrets: ReadonlyMap<string, string>;
	readonly memory: ReadonlyMap<string, unknown>;
	/** Milliseconds since 1970 as the service sees them; a test may move them. */
	readonly clock: { nowMs: number };
	dispose(): Promise<void>;
}

export function modelParts(): ModelParts {
	const recorded = new RecordedLog();
	const secrets = new Map<string, string>();
	const memory = new Map<string, unknown>();
	const clock = { nowMs: 1_000_000 };
	const storage = {
		get: async (key: string) => secrets.get(key),
		store: async (key: string, value: string) => void secrets.set(key, value),
		delete: async (key: string) => void secrets.delete(key),
	};
	const memento = {
		get: (key: string, otherwise: unknown) => memory.get(key) ?? otherwise,
		update: async (key: string, value: unknown) => void memory.set(key, value),
	};
	const models = new Models({
		keys: new EndpointKeys(storage as unknown as vscode.SecretStorage),
		store: new ModelStore(memento as unknown as vscode.Memento, { ...systemClock, now: () => clock.nowMs }),
	});
	return {
		...{ models, secrets, memory, clock },
		log: Object.assign(recorded, { show: () => recorded.info('shown') }) as unknown as vscode.LogOutputChannel,
		logged: recorded.lines,
		dispose: async () => {
			models.dispose();
			await setModelSettings({});
		},
	};
}

/** Writes the settings of a user; others are reset to their defaults. */
export async function setModelSettings({ model, endpoints }: { model?: string; endpoints?: unknown }): Promise<void> {
	const settings = vscode.workspace.getConfiguration('faultline');
	await settings.update('model', model, vscode.ConfigurationTarget.Global);
	await settings.update('endpoints', endpoints, vscode.ConfigurationTarget.Global);
}

/** An answer to one dialog: text for a box, the label of a row or an action; undefined closes it. */
export type Answer = string | undefined;

/** Dialogs that are answered in this order, with a note of each; an unplanned one fails the test. */
export function answeredDialogs(...answers: readonly Answer[]): Dialogs & { readonly shown: readonly string[] } {
	const left = [...answers];
	const shown: string[] = [];
	const next = (what: string) => {
		shown.push(what);
		assert.ok(left.length > 0, `no planned answer to: ${what}`);
		return left.shift();
	};
	return {
		shown,
		input: async ({ title = '', password = false, value = '', validateInput }) => {
			const text = next(`${password ? 'secret' : 'input'}: ${title}`);
			const answer = text === '=' ? value : text;
			assert.equal(answer === undefined ? undefined : await validateInput?.(answer), undefined);
			return answer;
		},
		pick: async (rows, { title = '' }) => {
			const label = next(`pick: ${title}`);
			const row = rows.find(each => each.label === label);
			assert.ok(label === undefined || row !== undefined, `${label} is none of ${rows.map(each => each.label)}`);
			return row;
		},
		inform: async (message, ...actions) => next(['inform', message, ...actions].join(' | ')),
		complain: async (message, ...actions) => next(['complain', message, ...actions].join(' | ')),
		confirm: async message => next(`confirm: ${message}`) === 'yes',
	};
}
