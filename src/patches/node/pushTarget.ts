import { requireGit, settingOf, textOf } from '../../history/node/git/repository';
import { byPreference, type GitRemote, readRemoteUrl } from '../../history/node/servers/remoteProject';
import { isLoopback } from '../../outgoing/node/requireHttps';
import { UserError } from '../../system/pure/errors/userError';

/** The remote of a repository that is on a GitHub server. */
export interface GithubRemote {
	/** As in the user's configuration: `origin`. */
	readonly name: string;
	/** The address git pushes to. */
	readonly url: string;
	/** `owner/name` */
	readonly project: string;
}

/**
 * The remote for pull requests: `upstream`, else `origin`, else any other one on the server. Throws `UserError` if
 * there is none, or its address is of a kind that runs a program.
 */
export async function githubRemote(root: string, origin: string): Promise<GithubRemote> {
	const remotes = await remotesOf(root);
	for (const { name, url } of byPreference(remotes)) {
		const project = projectOn(url, origin);
		if (project !== undefined) {
			return { name, url, project };
		}
	}
	const known = remotes.map(({ name, url }) => `${name}: ${withoutLogin(url)}`).join(', ') || 'it has none';
	throw new UserError(
		`No remote of this repository is on ${origin} (${known}). Commit on a new branch instead, and push it yourself.`,
	);
}

/** As written: git itself applies the user's `insteadOf`. */
async function remotesOf(root: string): Promise<GitRemote[]> {
	const names = textOf(await requireGit(root, ['remote'])).split('\n');
	const remotes: GitRemote[] = [];
	for (const name of names.filter(each => each !== '')) {
		const url =
			(await settingOf(root, '--get', `remote.${name}.pushurl`)) ??
			(await settingOf(root, '--get', `remote.${name}.url`));
		if (url !== undefined) {
			remotes.push({ name, url });
		}
	}
	return remotes;
}

/** `owner/name` of a repository on this server, for an address that git pushes to without running a program it names. */
function projectOn(url: string, origin: string): string | undefined {
	const { host } = new URL(origin);
	const known = /^(https?:\/\/|ssh:\/\/|[\w.-]+@)[\w.:@/~-]+$/i.exec(url)?.[1]?.toLowerCase();
	const isPlain = known === 'http://';
	if (known === undefined || (isPlain && !isLoopback(url))) {
		return undefined;
	}
	const found = readRemoteUrl(url);
	const own = isPlain ? new URL(url).host : found && new URL(found.origin).host;
	return found !== undefined && own === host && /^[\w.-]+\/[\w.-]+$/.test(found.project) ? found.project : undefined;
}

/** The address of another repository on the same server, reached in the same way. */
export function siblingUrl({ url, project }: Pick<GithubRemote, 'url' | 'project'>, other: string): string {
	const at = url.lastIndexOf(project);
	return url.slice(0, at) + other + url.slice(at + project.length);
}

/** Without a user and a password. */
export function withoutLogin(text: string): string {
	return text.replaceAll(/(?<=:\/\/)[^/@\s]{1,500}@/g, '');
}

/**
 * Throws `UserError` if the configuration of the repository, which is not the user's own, has something that runs a
 * program in a push, or leads it elsewhere.
 */
export async function requirePlainPush(root: string): Promise<void> {
	const listed = textOf(await requireGit(root, ['config', '--list', '--show-scope', '--name-only', '-z'])).split('\0');
	const pairs = listed.flatMap((scope, at) => (at % 2 === 0 ? [[scope, listed[at + 1] ?? '']] : []));
	const found = pairs.find(([scope = '', name = '']) => /^(?:local|worktree)$/.test(scope) && leading.test(name));
	if (found !== undefined) {
		throw new UserError(`This repository sets ${found[1]}, which can run programs or lead a push elsewhere. ${byHand}`);
	}
}

const byHand = 'Push the branch yourself, then try again: the rest continues from there.';

const leading =
	/^(?:core\.(?:sshcommand|gitproxy|askpass)|credential\..*|http\.(?:.*\.)?(?:proxy\w*|ssl\w*)|remote\..*\.(?:proxy\w*|receivepack|vcs)|url\..*\.(?:push)?insteadof|ssh\.variant)$/is;
