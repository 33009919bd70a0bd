import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ConfinedCommand, Sandbox } from './sandbox';

interface Loopback {
	/** A process that has it as its own, as long as commands share it. */
	readonly holder: ChildProcess;
	/** Undefined where it could not be made. */
	readonly pid: Promise<number | undefined>;
	nCommands: number;
}

/** The loopback networks that sandboxed commands share, by name. */
export class Loopbacks {
	private readonly open = new Map<string, Loopback>();

	constructor(private readonly sandbox: Sandbox | undefined) {}

	/** For a command that shares it: the process that has it. Call `leave` when the command has ended. */
	async join(name: string | undefined): Promise<{ readonly loopbackOf?: number; readonly leave: () => void }> {
		const holding = name === undefined ? undefined : this.sandbox?.loopbackHolder?.();
		if (name === undefined || holding === undefined) {
			return { leave: () => undefined };
		}
		const loopback = this.open.get(name) ?? hold(holding);
		this.open.set(name, loopback);
		loopback.nCommands++;
		const leave = () => {
			if (--loopback.nCommands === 0) {
				this.open.delete(name);
				loopback.holder.kill('SIGKILL');
			}
		};
		const pid = await loopback.pid;
		return { leave, ...(pid !== undefined && { loopbackOf: pid }) };
	}
}

/** Its input ends with this process, and it with its input. */
function hold({ words: [program = '', ...args], env }: ConfinedCommand): Loopback {
	const holder = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
	holder.stdin.on('error', () => undefined);
	const failed = once(holder, 'close').then(
		() => undefined,
		() => undefined,
	);
	const ready = once(holder.stdout, 'data').then(() => innerProcess(holder.pid ?? 0));
	return { holder, pid: Promise.race([ready, failed]), nCommands: 0 };
}

/** The process inside of a sandbox, whose first process stays outside. */
async function innerProcess(pid: number): Promise<number | undefined> {
	const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
	const [first = ''] = children.trim().split(' ');
	return first === '' ? undefined : Number(first);
}
