/** The web location of a git repository. */
export interface RemoteProject {
	/** Always https: `https://github.com`. */
	readonly origin: string;
	/** `owner/name`, on GitLab with any number of groups. */
	readonly project: string;
}

/** One remote of a git repository; `url` in any form that git accepts. */
export interface GitRemote {
	readonly name: string;
	readonly url: string;
}

/**
 * Returns the project whose issues a number refers to: the project of `upstream`, which forks often have, then of
 * `origin`, then of any other remote. Undefined if none is on a server.
 */
export function projectOfRemotes(remotes: readonly GitRemote[]): RemoteProject | undefined {
	return byPreference(remotes)
		.map(({ url }) => readRemoteUrl(url))
		.find(found => found !== undefined);
}

/** `upstream` first, then `origin`, then the others. */
export function byPreference(remotes: readonly GitRemote[]): GitRemote[] {
	const rank = ({ name }: GitRemote) => (preferred.includes(name) ? preferred.indexOf(name) : preferred.length);
	return remotes.toSorted((a, b) => rank(a) - rank(b));
}

/** Reads the output of `git remote get-url`, without the user and the password it may contain. Undefined for a path. */
export function readRemoteUrl(url: string): RemoteProject | undefined {
	const [, scheme, host, port, path] = withScheme.exec(url.trim()) ?? [];
	const [, shortHost, shortPath] = withoutScheme.exec(url.trim()) ?? [];
	const project = (path ?? shortPath)
		?.replace(/(?<!\/)\/+$/, '')
		.replace(/\.git$/, '')
		.replace(/^\/+/, '');
	const server = host ?? shortHost;
	// A host without a dot is a name from the user's ssh configuration.
	if (!server?.includes('.') || !project || !projectPath.test(project)) {
		return undefined;
	}
	const ownPort = /^https$/i.test(scheme ?? '') && port !== undefined ? `:${port}` : '';
	return { origin: new URL(`https://${webHost(server)}${ownPort}`).origin, project };
}

/** GitHub and GitLab serve ssh on port 443 under separate host names. */
function webHost(host: string): string {
	return host.toLowerCase().replace(/^(?:ssh|altssh|www)\.(?=(?:github|gitlab)\.com$)/, '');
}

const preferred = ['upstream', 'origin'];
const withScheme = /^(https?|ssh|git|git\+ssh):\/\/(?:[^/@]*@)*([\w.-]+)(?::(\d{1,5}))?\/(\S+)$/i;
const withoutScheme = /^(?:[^/@:\s]+@)?([\w.-]+):(?!\/\/)(\S+)$/;
const projectPath = /^(?!\.{1,2}\/)[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+$/;
