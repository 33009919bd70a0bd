import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ConfinedCommand, Sandbox } from './sandbox';

interface Loopback {
	/** A process that has it as its own, while commands share it. */
	readonly holder: ChildProcess;
	/** Undefined if it could not be made. */
	readonly pid: Promise<number | undefined>;
	nCommands: number;
}

/** How a command shares a loopback network. */
interface JoinedLoopback {
	/** The process that has it; undefined if there is none to enter. */
	readonly loopbackOf?: number;
	/** Whether the command should share one, and cannot. */
	readonly isAlone: boolean;
	readonly leave: () => void;
}

/** The loopback networks that sandboxed commands share, by name. */
export class Loopbacks {
	private readonly open = new Map<string, Loopback>();
	/** The result of the first attempt; undefined before. */
	private canEnter: Promise<boolean> | undefined;

	constructor(private readonly sandbox: Sandbox | undefined) {}

	/** Call `leave` when the command has ended. */
	async join(name: string | undefined): Promise<JoinedLoopback> {
		const nothing = { isAlone: false, leave: () => undefined };
		if (name === undefined || !this.sandbox?.hasOwnLoopback) {
			return nothing;
		}
		const holding = (await this.canEnter) === false ? undefined : this.sandbox.loopbackHolder?.();
		if (holding === undefined) {
			return { ...nothing, isAlone: true };
		}
		const loopback = this.open.get(name) ?? this.hold(name, holding);
		loopback.nCommands++;
		const leave = () => {
			if (--loopback.nCommands === 0) {
				this.remove(name, loopback);
			}
		};
		const pid = await loopback.pid;
		return pid === undefined ? { isAlone: true, leave } : { isAlone: false, leave, loopbackOf: pid };
	}

	/** Its input ends with this process, and it with its input. */
	private hold(name: string, { words: [program = '', ...args], env }: ConfinedCommand): Loopback {
		const holder = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
		holder.stdin.on('error', () => undefined);
		const closed = once(holder, 'close').then(
			() => undefined,
			() => undefined,
		);
		const ready = once(holder.stdout, 'data').then(() => this.entered(holder.pid ?? 0));
		const loopback = { holder, pid: Promise.race([ready, closed]), nCommands: 0 };
		this.open.set(name, loopback);
		void closed.then(() => this.remove(name, loopback));
		return loopback;
	}

	/** The process of a holder whose network can be entered. */
	private async entered(holder: number): Promise<number | undefined> {
		const pid = await innerProcess(holder);
		this.canEnter ??= pid === undefined ? undefined : this.sandbox?.canEnter?.(pid);
		return (await this.canEnter) ? pid : undefined;
	}

	private remove(name: string, loopback: Loopback): void {
		if (this.open.get(name) === loopback) {
			this.open.delete(name);
		}
		loopback.holder.kill('SIGKILL');
	}
}

/** The process inside of a sandbox, whose first process stays outside. */
async function innerProcess(pid: number): Promise<number | undefined> {
	const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
	const [first = ''] = children.trim().split(' ');
	return first === '' ? undefined : Number(first);
}
