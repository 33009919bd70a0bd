import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { faultlineCli } from '../../test/support/faultlineCli';
import { commitAll } from '../../test/support/gitRepository';
import { confinedProgram } from './confinedProgram';
import type { Lab } from './lab';

/** Variables that hold keys, and some that would make a child load or ask something. */
const names = [
	...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GITHUB_TOKEN', 'GH_TOKEN', 'GITLAB_TOKEN', 'CI_JOB_TOKEN', 'NPM_TOKEN'],
	...[
		'AWS_SECRET_ACCESS_KEY',
		'AWS_SESSION_TOKEN',
		'AZURE_CLIENT_SECRET',
		'GOOGLE_APPLICATION_CREDENTIALS',
		'HF_TOKEN',
	],
	...[
		'PGPASSWORD',
		'MYSQL_PWD',
		'DATABASE_URL',
		'REDIS_URL',
		'SENTRY_DSN',
		'SLACK_WEBHOOK',
		'STRIPE_SK',
		'VAULT_TOKEN',
	],
	...['KUBECONFIG', 'DOCKER_AUTH_CONFIG', 'npm_config__auth', 'npm_config_registry', 'PIP_INDEX_URL', 'TWINE_PASSWORD'],
	...['SSH_AUTH_SOCK', 'GPG_AGENT_INFO', 'NETRC', 'openai_api_key', 'Api_Key', '_SECRET', 'FAULTLINE_KEY', 'X'],
	...['DBUS_SESSION_BUS_ADDRESS', 'VSCODE_IPC_HOOK_CLI', 'XAUTHORITY', 'ACTIONS_RUNTIME_TOKEN', 'JAVA_HOME_KEY'],
];

/** Keys in the environment of Faultline, which a program that it runs, or a git, prints from wherever it can. */
export async function inheritedEnvironmentAttack(lab: Lab): Promise<void> {
	const canaries = Object.fromEntries(lab.shuffled(names).map((name, at) => [name, `canary${at}x${lab.random(1e9)}`]));
	for (const { name: user, uid } of lab.users()) {
		for (const sandbox of [true, false]) {
			const how = `${sandbox ? 'in' : 'without'} a sandbox, as ${user}`;
			const seen = await confinedProgram(lab, `project-${user}-${sandbox}`, programText(canaries), {
				...{ uid, sandbox, env: canaries },
			});
			for (const name of names) {
				const has = (route: string) => seen.includes(`${route}:${name}`);
				for (const route of ['own', 'process', 'child', 'file']) {
					lab.variant(`${name}, ${route}, ${how}`, { ran: seen.includes(`tried:${route}`), succeeded: has(route) });
				}
			}
		}
	}
	lab.write({ 'direct/run.cjs': `${programText(canaries)}console.log(attempts().join('\\n'));` });
	const env = { ...canaries, PATH: process.env.PATH };
	const printed = execFileSync(process.execPath, [lab.path('direct/run.cjs')], { env, encoding: 'utf8' }).split('\n');
	for (const route of ['own', 'process', 'child']) {
		lab.control(
			`${route}, run by itself`,
			names.every(name => printed.includes(`${route}:${name}`)),
		);
	}
	await gitChildren(lab, canaries);
}

/** A program called git that is first on PATH, outside of the workspace, writes down its environment. */
async function gitChildren(lab: Lab, canaries: Readonly<Record<string, string>>): Promise<void> {
	const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
	const dump = lab.path('dump');
	lab.write({
		'programs/git': `#!/bin/sh\n{ env; cat /proc/$$/environ; } >> '${dump}' 2>/dev/null\nexec '${real}' "$@"\n`,
		'repository/a.py': 'def load():\n    return 1\n',
	});
	chmodSync(lab.path('programs/git'), 0o755);
	commitAll(lab.path('repository'));
	const env = {
		...canaries,
		...{ FAULTLINE_STORAGE: lab.path('git-storage'), PATH: lab.path('programs') + delimiter + process.env.PATH },
	};
	for (const words of [
		['index'],
		['locate', '--issue', '-'],
		['search', '--strategy', 'researcher', 'search_commits', 'first'],
		['search', '--strategy', 'researcher', 'blame', 'a.py', '1', '2'],
	]) {
		await faultlineCli(words, { cwd: lab.path('repository'), env, stdin: 'load fails' });
	}
	const written = () => (existsSync(dump) ? readFileSync(dump, 'latin1') : '');
	const before = written();
	for (const [name, canary] of Object.entries(canaries)) {
		lab.variant(`${name}, git`, { ran: before.includes('GIT_OPTIONAL_LOCKS'), succeeded: before.includes(canary) });
	}
	execFileSync(lab.path('programs/git'), ['--version'], { env });
	lab.control(
		'git, run by itself',
		Object.values(canaries).every(canary => written().includes(canary)),
	);
}

/** The canaries are put together, so that the program's own text is not what is found. */
function programText(canaries: Readonly<Record<string, string>>): string {
	const halves = Object.entries(canaries).map(([name, canary]) => [name, canary.slice(0, 5), canary.slice(5)]);
	return `
const { readdirSync, readFileSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const text = file => { try { return readFileSync(file, 'latin1'); } catch { return ''; } };
const pids = readdirSync('/proc').filter(name => /^\\d+$/.test(name));
const found = {
	own: JSON.stringify(process.env),
	process: [...pids, 'self', process.ppid].map(pid => text('/proc/' + pid + '/environ') + text('/proc/' + pid + '/cmdline')).join(' '),
	child: spawnSync('/bin/sh', ['-c', 'env; (env); cat /proc/$PPID/environ /proc/1/environ; ps axeww'], { encoding: 'latin1' }).stdout,
	file: ['/proc/1/environ', '/etc/environment', '/run/secrets/keys', '/proc/1/cmdline', '/dev/shm/env'].map(text).join(' '),
};
const attempts = () => Object.entries(found).flatMap(([route, all]) => [
	'tried:' + route,
	...${JSON.stringify(halves)}.filter(([, a, b]) => all.includes(a + b)).map(([name]) => route + ':' + name),
]);
`;
}
