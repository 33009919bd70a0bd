import type * as vscode from 'vscode';
import type { EndpointSetting } from '../settings/endpointSetting';

type Endpoint = Pick<EndpointSetting, 'name' | 'baseUrl'>;

/**
 * The keys of endpoints, stored only in VS Code's secret storage. A key belongs to a name and a server: an endpoint whose
 * address is changed to another server has none.
 */
export class EndpointKeys {
	constructor(private readonly secrets: vscode.SecretStorage) {}

	async get(endpoint: Endpoint): Promise<string | undefined> {
		return this.secrets.get(idOf(endpoint));
	}

	/** An empty key removes the stored one. */
	async set(endpoint: Endpoint, key: string): Promise<void> {
		await (key.trim() === '' ? this.secrets.delete(idOf(endpoint)) : this.secrets.store(idOf(endpoint), key.trim()));
	}

	async remove(endpoint: Endpoint): Promise<void> {
		await this.secrets.delete(idOf(endpoint));
	}
}

function idOf({ name, baseUrl }: Endpoint): string {
	const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
	return `endpointKey:${name}@${origin}`;
}
