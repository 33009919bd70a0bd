import servers from './knownServers.json';

/** A server that is known by its usual port. */
export interface KnownServer {
	readonly name: string;
	/** Command that starts it. */
	readonly start: string;
	/** Command that gets `{model}`. */
	readonly getModel: string;
}

/** By host and port; undefined for any other port. */
export function knownServer(server: string): KnownServer | undefined {
	return servers.find(({ port }) => server.endsWith(`:${port}`));
}
