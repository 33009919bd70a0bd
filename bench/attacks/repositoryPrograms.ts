import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { delimiter } from 'node:path';
import { RawClient } from '../../test/cli/mcp/rawClient';
import { faultlineCli } from '../../test/support/faultlineCli';
import { commitAll, git } from '../../test/support/gitRepository';
import type { Lab } from './lab';

/** Files or settings that name a program, and what runs it: the command of a control, in the project. */
interface Trap {
	readonly name: string;
	/** `program`: absolute path of a program that leaves a mark. */
	set(project: string, program: string): void;
	readonly trigger: string;
	/** Whether what the trigger needs is on this machine. */
	readonly needs?: string;
}

const setting =
	(name: string, value: (program: string) => string = program => program) =>
	(project: string, program: string) =>
		void git(project, 'config', name, value(program));

/** `more` writes a file of the project. */
function traps(more: (path: string, text: string) => void): readonly Trap[] {
	const attributes = (text: string) => more('.gitattributes', text);
	const script = (program: string) => `#!/bin/sh\n'${program}'\nexit 0\n`;
	const hook = (folder: string, name: string, trigger: string): Trap => ({
		name: `the hook ${name} in ${folder}`,
		set: (project, program) => {
			more(`${folder}/${name}`, script(program));
			chmodSync(`${project}/${folder}/${name}`, 0o755);
			if (folder !== '.git/hooks') {
				git(project, 'config', 'core.hooksPath', folder);
			}
		},
		trigger,
	});
	const included = (kind: string, line: string): Trap => ({
		name: `settings by ${kind}`,
		set: (project, program) => {
			more('more.config', `[core]\n\tfsmonitor = ${program}\n`);
			more('.git/config', `[core]\n\trepositoryformatversion = 0\n${line.replaceAll('$PROJECT', project)}`);
		},
		trigger: 'git status',
	});
	return [
		{ name: 'core.fsmonitor', set: setting('core.fsmonitor'), trigger: 'git status' },
		{
			name: 'core.fsmonitor, a line of a shell',
			set: setting('core.fsmonitor', p => `${p}; false`),
			trigger: 'git status',
		},
		{
			name: 'filter.clean',
			set: (project, program) => {
				attributes('* filter=x\n');
				git(project, 'config', 'filter.x.clean', `${program}; cat`);
			},
			trigger: 'touch a.py b.py; git add --renormalize .',
		},
		{
			name: 'filter.smudge',
			set: (project, program) => {
				more('.git/info/attributes', '*.py filter=y\n');
				git(project, 'config', 'filter.y.smudge', `${program}; cat`);
			},
			trigger: 'rm a.py; git checkout a.py',
		},
		{
			name: 'filter.process, required',
			set: (project, program) => {
				attributes('*.py filter=z\n');
				git(project, 'config', 'filter.z.process', program);
				git(project, 'config', 'filter.z.required', 'true');
			},
			trigger: 'echo x >> a.py; git add a.py || true',
		},
		{
			name: 'diff.textconv',
			set: (project, program) => {
				attributes('*.py diff=t\n');
				git(project, 'config', 'diff.t.textconv', `${program}; cat`);
			},
			trigger: 'git log -p',
		},
		{
			name: 'diff.textconv of blame',
			set: (project, program) => {
				attributes('*.py diff=python\n');
				git(project, 'config', 'diff.python.textconv', `${program}; cat`);
				git(project, 'config', 'diff.python.cachetextconv', 'true');
			},
			trigger: 'git blame a.py',
		},
		{
			name: 'diff.command',
			set: (project, program) => {
				attributes('*.py diff=c\n');
				git(project, 'config', 'diff.c.command', program);
			},
			trigger: 'echo x >> a.py; git diff',
		},
		{ name: 'diff.external', set: setting('diff.external'), trigger: 'echo x >> a.py; git diff' },
		{ name: 'core.sshCommand', set: setting('core.sshCommand'), trigger: 'git fetch ssh://h.invalid/a || true' },
		{ name: 'core.gitProxy', set: setting('core.gitProxy'), trigger: 'git fetch git://h.invalid/a || true' },
		{
			name: 'a promisor remote over ext::',
			set: (project, program) => {
				git(project, 'config', 'remote.origin.url', `ext::${program}`);
				git(project, 'config', 'remote.origin.promisor', 'true');
				git(project, 'config', 'protocol.ext.allow', 'always');
				git(project, 'config', 'extensions.partialClone', 'origin');
			},
			trigger: 'git cat-file -p 1234567890123456789012345678901234567890 || true',
		},
		{
			name: 'credential.helper',
			set: setting('credential.helper', p => `!${p}`),
			trigger: 'printf "protocol=https\\nhost=h\\n\\n" | git credential fill || true',
		},
		{ name: 'core.pager', set: setting('core.pager'), trigger: 'script -qc "git log" /dev/null', needs: 'script' },
		{ name: 'pager.log', set: setting('pager.log'), trigger: 'script -qc "git log" /dev/null', needs: 'script' },
		{ name: 'core.editor', set: setting('core.editor'), trigger: 'git commit --amend || true' },
		{ name: 'sequence.editor', set: setting('sequence.editor'), trigger: 'git rebase -i --root || true' },
		{ name: 'gpg.program', set: setting('gpg.program'), trigger: 'git commit --allow-empty -S -m x || true' },
		{
			name: 'core.askPass',
			set: setting('core.askPass'),
			trigger: 'printf "protocol=https\\nhost=h\\n\\n" | setsid git credential fill || true',
		},
		{ name: 'an alias', set: setting('alias.ls', p => `!${p}`), trigger: 'git ls' },
		{
			name: 'log.showSignature',
			set: (project, program) => {
				git(project, 'config', 'log.showSignature', 'true');
				git(project, 'config', 'gpg.program', program);
				git(project, 'config', 'gpg.ssh.program', program);
				const head = git(project, 'cat-file', 'commit', 'HEAD');
				const [top = '', ...rest] = head.split('\n\n');
				const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n aGk=\n -----END PGP SIGNATURE-----';
				more('signed', `${top}\n${signature}\n\n${rest.join('\n\n')}\n`);
				git(project, 'reset', '-q', git(project, 'hash-object', '-t', 'commit', '-w', 'signed'));
			},
			trigger: 'git log',
		},
		hook('.git/hooks', 'post-checkout', 'git checkout -q -b x'),
		hook('.git/hooks', 'post-index-change', 'echo x > new; git add new'),
		hook('hooks', 'pre-commit', 'git commit --allow-empty -m x'),
		hook('hooks', 'reference-transaction', 'git branch y'),
		included('include.path', '[include]\n\tpath = ../more.config\n'),
		included('includeIf', '[includeIf "gitdir:/**"]\n\tpath = $PROJECT/more.config\n'),
		included('a line with the head of a section', '[include] path = ../more.config\n'),
		{
			name: 'settings of the working tree',
			set: (project, program) => {
				git(project, 'config', 'extensions.worktreeConfig', 'true');
				more('.git/config.worktree', `[core]\n\tfsmonitor = ${program}\n`);
			},
			trigger: 'git status',
		},
		{
			name: 'a repository within, as a submodule',
			set: (project, program) => {
				more('inner/i.py', 'i = 1\n');
				commitAll(`${project}/inner`);
				git(`${project}/inner`, 'config', 'core.fsmonitor', program);
				more('.gitmodules', '[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n');
				git(project, 'add', '-A');
			},
			trigger: 'git status',
		},
		{
			name: 'scripts of package.json',
			set: (_project, program) =>
				more('package.json', JSON.stringify({ scripts: { test: program, pretest: program } })),
			trigger: 'npm test',
		},
		{
			name: 'a Makefile',
			set: (_p, program) => more('Makefile', `X := $(shell ${program})\nall:\n\ttrue\n`),
			trigger: 'make',
			needs: 'make',
		},
		{
			name: 'sitecustomize.py',
			set: (_p, program) => more('sitecustomize.py', `import subprocess\nsubprocess.run(['${program}'])\n`),
			trigger: 'PYTHONPATH=. python3 -c 1',
			needs: 'python3',
		},
		{
			name: 'conftest.py',
			set: (_p, program) => more('conftest.py', `import subprocess\nsubprocess.run(['${program}'])\n`),
			trigger: 'python3 conftest.py',
			needs: 'python3',
		},
		...['git', 'node', 'python3', 'bwrap', 'sh', 'nsenter', 'rg'].map(
			(name): Trap => ({
				name: `a program called ${name} in folders of PATH`,
				set: (project, program) => {
					for (const folder of ['.', 'node_modules/.bin', '.venv/bin']) {
						more(`${folder}/${name}`, script(program));
						chmodSync(`${project}/${folder}/${name}`, 0o755);
					}
				},
				trigger: `PATH=.:$PATH; export PATH; ${name} --version || true`,
			}),
		),
	];
}

const nGroups = 3;

/** Settings and files of a repository that run a program: none does while the folder is indexed, searched or served. */
export async function repositoryProgramsAttack(lab: Lab): Promise<void> {
	const nTraps = traps(() => undefined).length;
	const order = lab.shuffled(Array.from({ length: nTraps }, (_, at) => at));
	const prepare = (project: string) => {
		lab.write({ [`${project}/a.py`]: 'def load():\n    return 1\n', [`${project}/b.py`]: 'from a import load\n' });
		commitAll(lab.path(project));
		git(lab.path(project), 'config', 'user.name', 'A');
		git(lab.path(project), 'config', 'user.email', 'a@example.org');
	};
	const markOf = (project: string, at: number) => lab.path('marks', `${project}-${at}`);
	const set = (project: string, at: number): Trap => {
		const mark = markOf(project, at);
		lab.write({ [`programs/${project}-${at}`]: `#!/bin/sh\n: > '${mark}'\n`, 'marks/': '' });
		chmodSync(lab.path(`programs/${project}-${at}`), 0o755);
		const trap = traps((path, text) => lab.write({ [`${project}/${path}`]: text }))[at];
		if (trap === undefined) {
			throw new Error('there is no such trap');
		}
		trap.set(lab.path(project), lab.path(`programs/${project}-${at}`));
		return trap;
	};
	const ran = (project: string, at: number) => existsSync(markOf(project, at));
	// The effect of a trap without Faultline does not depend on Faultline.
	for (const at of lab.tried(order)) {
		const project = `alone-${at}`;
		prepare(project);
		const { name, trigger, needs } = set(project, at);
		if (needs === undefined || isThere(needs)) {
			const env = { PATH: process.env.PATH, HOME: lab.path(project), GIT_ALLOW_PROTOCOL: 'ext:ssh:git' };
			const shell = ['-c', `{ ${trigger}; } </dev/null >/dev/null 2>&1 || true`];
			execFileSync('/bin/sh', shell, { cwd: lab.path(project), env });
			lab.control(`${name}, by ${trigger}`, ran(project, at));
		}
	}
	// What replaces all settings would take those of others away.
	const isAlone = (at: number) => /^settings by/.test(traps(() => undefined)[at]?.name ?? '');
	const groups = [
		...Array.from({ length: nGroups }, (_, group) => order.filter((at, i) => i % nGroups === group && !isAlone(at))),
		...order.filter(isAlone).map(at => [at]),
	];
	for (const [group, members] of groups.entries()) {
		const project = `group-${group}`;
		prepare(project);
		const trapped = members.map(at => ({ at, trap: set(project, at) }));
		// One trap may catch the git that sets another.
		for (const { at } of trapped) {
			rmSync(markOf(project, at), { force: true });
		}
		const isUsed = await useProject(lab, lab.path(project));
		for (const { at, trap } of trapped) {
			lab.variant(trap.name, { ran: isUsed, succeeded: ran(project, at) });
		}
	}
}

function isThere(program: string): boolean {
	try {
		execFileSync('/bin/sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

/** Everything that needs no consent. Returns whether it answered about the code. */
async function useProject(lab: Lab, project: string): Promise<boolean> {
	const env = {
		PATH: ['.', '', project, 'node_modules/.bin', '.venv/bin', process.env.PATH].join(delimiter),
		FAULTLINE_STORAGE: lab.path('storage'),
	};
	const answers: string[] = [];
	const patch = '<file>a.py</file>\n<original>\n    return 1\n</original>\n<patched>\n    return 2\n</patched>\n';
	for (const [words, stdin] of [
		[['index'], ''],
		[['locate', '--issue', '-'], 'load fails'],
		[['search', 'search_code', 'load'], ''],
		[['search', '--strategy', 'researcher', 'search_commits', 'first'], ''],
		[['search', '--strategy', 'researcher', 'blame', 'a.py', '1', '2'], ''],
		[['tests'], ''],
		[['apply', '--response', '-'], patch],
	] as const) {
		const { stdout, stderr } = await faultlineCli(words, { cwd: project, env, stdin });
		answers.push(stdout + stderr);
	}
	const client = new RawClient(['--workspace', project, '--storage', lab.path('mcp')]);
	await client.begin();
	for (const [name, args] of [
		['search_code', { query: 'load' }],
		['search_commits', { query: 'first' }],
		['symbol_history', { symbol: 'load' }],
		['locate_bug', { issue: 'load fails' }],
	] as const) {
		answers.push(JSON.stringify(await client.answerTo(client.call(name, args))));
	}
	await client.close();
	return answers.every(answer => answer !== '') && answers.join('\n').includes('def load');
}
