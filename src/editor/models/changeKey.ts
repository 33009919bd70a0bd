import * as vscode from 'vscode';
import { type EndpointSetting, endpointHost } from '../settings/endpointSetting';
import type { Dialogs } from './dialogs';
import type { EndpointKeys } from './endpointKeys';

/** Asks for an endpoint's key and stores it; an empty one removes the key. False: the user cancelled. */
export async function changeKey(keys: EndpointKeys, dialogs: Dialogs, endpoint: EndpointSetting): Promise<boolean> {
	const key = await askKey(dialogs, endpoint);
	if (key === undefined) {
		return false;
	}
	await keys.set(endpoint, key);
	return true;
}

/** `page`: the service's page for keys. Undefined: the user cancelled; empty: there is no key. */
export async function askKey(
	dialogs: Dialogs,
	endpoint: Pick<EndpointSetting, 'baseUrl'>,
	page?: string,
): Promise<string | undefined> {
	const stored = vscode.l10n.t(
		"Kept in VS Code's secret storage, and sent to this server only. Leave empty for no key.",
	);
	return dialogs.input({
		title: vscode.l10n.t('API key for {0}', endpointHost(endpoint)),
		prompt: page === undefined ? stored : `${stored} ${vscode.l10n.t('Get one at {0}.', page)}`,
		password: true,
		ignoreFocusOut: true,
	});
}
