import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import type { Checkout } from '../../src/sandbox/pure/execution/checkouts';
import { folderPicture } from '../../test/support/folderPicture';
import { RecordedLog } from '../../test/support/recordedLog';
import { repoRoot } from '../../test/support/repoRoot';
import { confinedProgram } from './confinedProgram';
import type { Lab } from './lab';

/** Ways to start a program that is to outlive its starter. `{}` is a shell's argument with what it does. */
const starters = [
	...['setsid sh -c {} &', 'setsid --fork sh -c {}', 'nohup sh -c {} &', '(sh -c {} &)', '((sh -c {} &) &)'],
	...['sh -c {} & disown 2>/dev/null || true', 'env -i setsid sh -c {} &', '(env -i setsid --fork sh -c {} &)'],
	...['trap "" TERM HUP INT; sh -c {} &', 'nice setsid sh -c {} &', 'setsid nohup env -i sh -c {} &'],
	...['(setsid sh -c {} & exec setsid sleep 0)', 'timeout 99999 setsid sh -c {} &', 'coproc=1; (exec sh -c {}) &'],
];
/** What the program does first, to be no longer connected with its starter. */
const departures = [
	...[
		'',
		'cd /; ',
		'exec </dev/null >/dev/null 2>&1; ',
		'cd /tmp; trap "" TERM HUP INT QUIT; ',
		'exec 0<&- 1>&- 2>&-; ',
	],
	...['unset FAULTLINE_EXECUTION; cd /; ', 'umask 0; cd /; exec 0<&- 1>&- 2>&-; '],
];
const nWriters = 24;

/** A program in the sandbox that goes on after its command has ended, or leaves traps in the copy. */
export async function lateChildrenAttack(lab: Lab): Promise<void> {
	// Before the folder is given to another user.
	await trapsInCopies(lab);
	const lines = Array.from({ length: nWriters }, (_, at) => ({
		id: `late-${process.pid}-${lab.random(1e9)}-${at}`,
		starter: starters[at % starters.length] ?? '',
		departure: lab.oneOf(departures),
	}));
	for (const { name: user, uid } of lab.users()) {
		lab.write({ [`outside-${user}/`]: '' });
		const outside = lab.path(`outside-${user}`);
		const seen = await confinedProgram(lab, `project-${user}`, programText(lines, outside), { uid, sandbox: true });
		const alive = processesWith(lines.map(({ id }) => id));
		for (const { id, starter, departure } of lines) {
			const pids = alive.get(id) ?? [];
			lab.variant(`${id.split('-').at(-1)}: ${starter} ${departure}, as ${user}`, {
				ran: seen.includes(`tried:${id}`),
				succeeded: pids.length > 0 || readdirSync(outside).includes(id),
			});
			end(pids);
		}
	}
	lab.write({
		'direct/outside/': '',
		'direct/run.cjs': `${programText(lines, lab.path('direct/outside'))}attempts();`,
	});
	execFileSync(process.execPath, [lab.path('direct/run.cjs')], { cwd: lab.path('direct') });
	const alive = processesWith(lines.map(({ id }) => id));
	const written = readdirSync(lab.path('direct/outside'));
	lab.control('writers that are run by themselves', alive.size === lines.length && written.length === lines.length);
	end([...alive.values()].flat());
}

function end(pids: readonly number[]): void {
	for (const pid of pids) {
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// It has ended.
		}
	}
}

/** The processes whose command line contains one of these texts. */
function processesWith(ids: readonly string[]): Map<string, number[]> {
	const found = new Map<string, number[]>();
	for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
		const line = textOf(`/proc/${pid}/cmdline`);
		for (const id of ids.filter(each => line.includes(each))) {
			found.set(id, [...(found.get(id) ?? []), Number(pid)]);
		}
	}
	return found;
}

function textOf(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return '';
	}
}

/** Starts the writers, each of which writes to its own file in the copy and to one outside, and sees that they began. */
function programText(
	lines: readonly { readonly id: string; readonly starter: string; readonly departure: string }[],
	outside: string,
): string {
	return `
const { existsSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const attempts = () => ${JSON.stringify(lines)}.flatMap(({ id, starter, departure }) => {
	const file = process.cwd() + '/' + id;
	const writing = departure + 'while :; do echo x >> ' + file + '; echo x >> ${outside}/' + id + '; sleep 0.05; done';
	const quoted = "'" + writing.replaceAll("'", "'\\\\''") + "'";
	spawnSync('/bin/sh', ['-c', starter.replace('{}', quoted)], { stdio: 'ignore' });
	for (let at = 0; at < 1000 && !existsSync(file); at++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
	return existsSync(file) ? ['tried:' + id] : [];
});
`;
}

/** What a program leaves in its copy in place of the folder `src` or of a file in it. `$OUT` is a folder outside. */
const traps = [
	'mv src kept; ln -s $OUT src',
	'mv src kept; ln -s $OUT/../outside src',
	'mv src kept; ln -s hop src; ln -s $OUT hop',
	'rm -r src; ln -s $OUT src; rm src; ln -s $OUT src',
	'rm src/a.txt; ln -s $OUT/a.txt src/a.txt',
	'rm src/a.txt; ln -s $OUT/deep/../a.txt src/a.txt; rm src/deep/b.txt; ln -s ../../../outside/deep/b.txt src/deep/b.txt',
	'rm -r src/deep; ln -s $OUT/deep src/deep; ln -s $OUT/a.txt src/new.txt',
	'rm src/a.txt; mkfifo src/a.txt; mkfifo src/new.txt',
	'rm -r src; mkfifo src',
	'rm -r src; ln -s /proc/self/cwd/../outside src',
	'chmod 0 src src/deep; ln -s $OUT new',
	'mkdir -p .git; ln -s $OUT/a.txt .git/index; rm -r src; ln -s $OUT src; echo "*" > .gitattributes',
	'rm -r src; printf "gitdir: $OUT" > .git; ln -s $OUT src',
	'for d in src src/deep; do ln -s $OUT $d/out; done; rm src/a.txt; ln -s src/out/a.txt a.txt; ln -s out/a.txt src/a.txt',
];

const canary = 'canary-of-another-folder-77b0';

async function trapsInCopies(lab: Lab): Promise<void> {
	lab.write({
		...{ 'trapped/src/a.txt': 'ours\n', 'trapped/src/deep/b.txt': 'ours\n', 'outside/a.txt': `${canary}\n` },
		'outside/deep/b.txt': `${canary}\n`,
	});
	const { runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
	const roots = [{ name: 'trapped', dir: lab.path('trapped') }];
	for (const trap of traps) {
		const before = JSON.stringify(folderPicture(lab.path('outside')));
		const checkouts = new ScratchCheckouts({ roots, storage: lab.path('storage'), log: new RecordedLog() });
		const checkout = await checkouts.create('trap');
		const { folder: cwd, reach } = checkout;
		const outside = lab.path('outside');
		const command = `OUT='${outside}'; ${trap}; touch done`;
		await runner.run({ command, cwd, reach, timeoutMs: 600_000 });
		const isSet = lstatSync(join(cwd, 'done'), { throwIfNoEntry: false }) !== undefined;
		const isPlain = trap === 'mv src kept; ln -s $OUT src';
		const through = isPlain ? textOf(join(cwd, 'src/a.txt')) : '';
		const answers = await useOf(checkout);
		await checkout.dispose();
		lab.variant(`left in a copy: ${trap}`, {
			ran: isSet,
			succeeded: answers.includes(canary) || JSON.stringify(folderPicture(outside)) !== before,
		});
		if (isPlain) {
			lab.control('reading through a link that a program left', through.includes(canary));
		}
	}
}

/** All that Faultline does with a copy; what it refuses is an answer. */
async function useOf(checkout: Checkout): Promise<string> {
	const answers: string[] = [];
	const note = async (act: () => Promise<unknown>) => {
		answers.push(JSON.stringify(await act().catch(error => String(error))));
	};
	const diff = '--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-ours\n+changed\n';
	await note(() => checkout.diff());
	for (const path of ['src/a.txt', 'src/deep/b.txt', 'src/new.txt', 'a.txt', 'src/out/a.txt']) {
		await note(() => checkout.files.readText(path));
		await note(() => checkout.write(path, 'written\n'));
		await note(() => checkout.remove(path));
	}
	await note(() => checkout.files.list());
	await note(() => checkout.find('**/*'));
	await note(() => checkout.apply(diff));
	await note(async () => checkout.restore(await checkout.snapshot('text')));
	await note(() => checkout.diff());
	await note(() => checkout.reset());
	await note(() => checkout.files.readText('src/a.txt'));
	return answers.join('\n');
}
