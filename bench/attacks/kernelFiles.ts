import { existsSync } from 'node:fs';
import { confinedProgram } from './confinedProgram';
import type { Lab } from './lab';

/** A file of the kernel, or a way through one, that a program in the sandbox tries. */
interface Attempt {
	readonly id: string;
	/**
	 * `read` looks for the canary, `write` leaves a mark, `open` opens for writing and writes nothing, `memory` writes the
	 * memory of a process, which stays as it was.
	 */
	readonly act: 'read' | 'write' | 'open' | 'memory';
	/** `*` stands for every process, `#` for every descriptor. */
	readonly path: string;
}

const canary = 'canary-of-the-home-folder-5d1e';

/** Ways from the files of the kernel to the root of the machine's own files. */
const roots = [
	...['/proc/self/root', '/proc/1/root', '/proc/*/root', '/proc/thread-self/root', '/proc/self/task/*/root'],
	...['/proc/self/fd/#/../../../../../../..', '/proc/*/fd/#/../../../../../../..', '/dev/fd/#/../../../../../../..'],
	...['/proc/self/cwd/../../../../../../..', '/proc/*/cwd/../../../../../../..', '/proc/1/cwd/../../../../../..'],
	...['/proc/self/root/proc/1/root', '/proc/*/root/proc/*/root', '/proc/self/../1/root', '//proc/./self//root/.'],
	...[
		'/dev/../proc/self/root',
		'/sys/../proc/1/root',
		'/tmp/../proc/*/cwd/../../../../../../..',
		'/dev/stdin/../../..',
	],
	...['/proc/self/map_files/../root', '/proc/*/task/*/cwd/../../../../../../..'],
];

/** Of the machine as a whole: to be read, or opened for writing. */
const kernelFiles: readonly (readonly [act: 'read' | 'open' | 'memory', path: string])[] = [
	...['core_pattern', 'modprobe', 'hostname', 'sysrq', 'randomize_va_space'].map(
		name => ['open', `/proc/sys/kernel/${name}`] as const,
	),
	...['/proc/sysrq-trigger', '/proc/sys/vm/drop_caches', '/proc/sys/fs/binfmt_misc/register'].map(
		path => ['open', path] as const,
	),
	...['/proc/acpi/wakeup', '/proc/irq/default_smp_affinity'].map(path => ['open', path] as const),
	...['/proc/1', '/proc/1/task/1', '/proc/self/../1', '/proc/1/root/proc/1'].map(path => ['memory', path] as const),
	...['/sys/kernel/uevent_helper', '/sys/fs/cgroup/cgroup.procs', '/sys/fs/cgroup/release_agent'].map(
		path => ['open', path] as const,
	),
	...['/sys/kernel/mm/transparent_hugepage/enabled', '/sys/power/state', '/sys/module/kernel/parameters/panic'].map(
		path => ['open', path] as const,
	),
	...[
		'/dev/mem',
		'/dev/kmsg',
		'/dev/sda',
		'/dev/vda',
		'/dev/nvme0n1',
		'/dev/loop-control',
		'/dev/fuse',
		'/dev/kvm',
	].map(path => ['open', path] as const),
	...['/proc/*/environ', '/proc/*/cmdline', '/proc/1/environ', '/proc/kcore', '/proc/kmsg', '/proc/keys'].map(
		path => ['read', path] as const,
	),
];

/** `/proc`, `/sys` and `/dev`: reads and writes from within the sandbox, past what it shows. */
export async function kernelFilesAttack(lab: Lab): Promise<void> {
	lab.write({ 'outside/secret.txt': `${canary}\n`, 'outside/marks/': '' });
	const secret = lab.path('outside/secret.txt');
	const attempts: Attempt[] = lab.shuffled([
		...roots.flatMap((root, at): Attempt[] => [
			{ id: `read-${at}`, act: 'read', path: root + secret },
			{ id: `write-${at}`, act: 'write', path: `${root}${lab.path('outside/marks')}` },
		]),
		...kernelFiles.map(([act, path], at): Attempt => ({ id: `kernel-${at}`, act, path })),
	]);
	const nameOf = ({ act, path }: Attempt) => `${act} ${path.replace(lab.path(), '...')}`;
	const env = { FAULTLINE_CANARY: canary };
	for (const { name: user, uid } of lab.users()) {
		const marks = (at: string) => attempts.filter(({ id }) => existsSync(lab.path('outside/marks', `${at}-${id}`)));
		const act = (sandbox: boolean) =>
			confinedProgram(lab, `project-${user}`, programText(attempts, `${user}-${sandbox}`), { uid, sandbox, env });
		const seen = new Set(await act(true));
		const written = marks(`${user}-true`);
		for (const attempt of attempts) {
			lab.variant(`${nameOf(attempt)} as ${user}`, {
				ran: seen.has(`tried:${attempt.id}`),
				succeeded: seen.has(`had:${attempt.id}`) || written.includes(attempt),
			});
		}
		const without = new Set(await act(false));
		const had = (what: Attempt['act']) => attempts.filter(({ id, act }) => act === what && without.has(`had:${id}`));
		lab.control(`reading as ${user} without a sandbox`, had('read').length >= 5);
		lab.control(`writing as ${user} without a sandbox`, marks(`${user}-false`).length >= 5);
		// Nobody may open few of these anywhere.
		lab.control(`writing memory as ${user}`, without.has('had:own-memory'));
		lab.control(`opening as ${user} without a sandbox`, user !== 'root' || had('open').length >= 1);
	}
}

/** The canary is put together, so that the program's own text and command line are not what is found. */
function programText(attempts: readonly Attempt[], mark: string): string {
	const [first, second] = [canary.slice(0, 10), canary.slice(10)];
	return `
const { closeSync, constants, openSync, readdirSync, readFileSync, readSync, writeFileSync, writeSync } = require('node:fs');
const canary = ${JSON.stringify(first)} + ${JSON.stringify(second)};
const names = folder => { try { return readdirSync(folder); } catch { return []; } };
// All of a sandbox; of a machine, the first, the last ones, and those above this one.
const all = names('/proc').filter(name => /^\\d+$/.test(name));
const pids = all.length < 12 ? all : [...new Set(['1', String(process.ppid), ...all.slice(-6)])];
const spread = path => {
	const [head, star, tail] = /^([^*]*)(\\*)(.*)$/s.exec(path)?.slice(1) ?? [path];
	if (star) return (head.endsWith('task/') ? names(head) : pids).flatMap(pid => spread(head + pid + tail));
	const at = path.indexOf('#');
	if (at === -1) return [path];
	return names(path.slice(0, at)).map(number => path.slice(0, at) + number + path.slice(at + 1));
};
const holds = path => {
	const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const bytes = Buffer.alloc(200_000);
		return bytes.subarray(0, readSync(file, bytes)).includes(canary);
	} finally { closeSync(file); }
};
const did = (act, path, id) => {
	try {
		if (act === 'read') return holds(path);
		if (act === 'memory') return writesMemory(path);
		if (act === 'write') { writeFileSync(path + '/${mark}-' + id, 'x'); return true; }
		closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY));
		return true;
	} catch { return false; }
};
// What is written is what was read: nothing changes.
const writesMemory = folder => {
	const line = readFileSync(folder + '/maps', 'latin1').split('\\n').find(each => / rw/.test(each) && /stack/.test(each));
	const file = openSync(folder + '/mem', constants.O_RDWR);
	try {
		const bytes = Buffer.alloc(16);
		const at = Number('0x' + line.split('-')[0]);
		return readSync(file, bytes, 0, 16, at) === 16 && writeSync(file, bytes, 0, 16, at) === 16;
	} finally { closeSync(file); }
};
const attempts = () => ${JSON.stringify(attempts)}.flatMap(({ id, act, path }) => {
	// What is written through folders of its own copy is no effect outside of it: only the mark counts.
	const had = spread(path).filter(each => did(act, each, id)).length > 0 && act !== 'write';
	return ['tried:' + id, ...(had ? ['had:' + id] : [])];
}).concat(did('memory', '/proc/self', '') ? ['had:own-memory'] : []);
`;
}
