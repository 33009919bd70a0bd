import { askGit, type GitOptions } from '../../history/node/git/git';
import { settingOf, textOf } from '../../history/node/git/repository';
import { UserError } from '../../system/pure/errors/userError';
import { requirePlainPush, withoutLogin } from './pushTarget';

/** A branch that is to be on a server. */
export interface BranchPush {
	readonly root: string;
	/** Of the repository on the server. */
	readonly url: string;
	readonly branch: string;
	readonly commit: string;
	readonly signal: AbortSignal;
}

const pushMs = 300_000;
/** With these, git finds the user's credentials and network. */
const names = [
	...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY'],
	...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
];

/**
 * Pushes one commit as one branch, unless the server has it already: never with force, no tags, no hooks, and with the
 * user's own credentials for git. Returns whether something was pushed. Throws `UserError`, which states the remedy.
 */
export async function pushBranch(push: BranchPush): Promise<boolean> {
	const { root, url, branch, commit, signal } = push;
	await requirePlainPush(root);
	const options = await networkOptions(root, url, signal);
	const known = await remoteHead(push, options);
	if (known === commit) {
		return false;
	}
	if (known !== undefined) {
		throw new UserError(`${withoutLogin(url)} has another branch ${branch}. Choose another name for yours.`);
	}
	const plain = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];
	const { exitCode, stderr, stdout } = await askGit(
		root,
		[...quiet, 'push', ...plain, '--', url, `${commit}:refs/heads/${branch}`],
		options,
	);
	signal.throwIfAborted();
	if (exitCode !== 0) {
		throw failure(push, stderr || textOf(stdout));
	}
	return true;
}

async function remoteHead(push: BranchPush, options: GitOptions): Promise<string | undefined> {
	const name = `refs/heads/${push.branch}`;
	const answer = await askGit(push.root, [...quiet, 'ls-remote', '--heads', '--', push.url, name], options);
	push.signal.throwIfAborted();
	if (answer.exitCode !== 0) {
		throw failure(push, answer.stderr);
	}
	const lines = textOf(answer.stdout).split('\n');
	return lines.find(line => line.endsWith(`\t${name}`))?.split('\t')[0];
}

/** No redirect is followed, and nobody is asked for a password. */
const quiet = ['-c', 'http.followRedirects=false', '-c', 'credential.interactive=false'];

async function networkOptions(root: string, url: string, signal: AbortSignal): Promise<GitOptions> {
	const ssh = (await settingOf(root, '--get', 'core.sshCommand')) ?? 'ssh';
	const protocol = /^(https?):/i.exec(url)?.[1]?.toLowerCase() ?? 'ssh';
	// Another program of the user's own (plink) may not know the option.
	const command = /^\S*ssh(?:\.exe)?(?:\s|$)/i.test(ssh) ? `${ssh} -o BatchMode=yes` : ssh;
	const env = { GIT_ALLOW_PROTOCOL: protocol, GIT_SSH_COMMAND: command, SSH_ASKPASS_REQUIRE: 'never' };
	return { env, names, timeoutMs: pushMs, signal };
}

function failure({ url, branch, commit }: BranchPush, reason: string): UserError {
	const place = withoutLogin(url);
	return new UserError(
		`${branch} was not pushed to ${place}: ${withoutLogin(reason) || 'no reason given'}\n` +
			`Push it yourself, then try again, and the rest continues: git push ${place} ${commit}:refs/heads/${branch}`,
		{ cures: [{ kind: 'retry' }] },
	);
}
