import { type BenchPlace, commandIn, endOf, shownOutput } from './benchCommands';
import { type ProgramDeps, RunningProgram } from './runningProgram';
import type { ActionOutput } from './workbench';

export interface ServerTimes {
	/** How long its start is waited for at most. */
	readonly startMs: number;
	/** It has started when it prints nothing for this long, after it printed something. */
	readonly quietMs: number;
	/** The same if it prints nothing at all. */
	readonly silentMs: number;
}

export const usualServerTimes: ServerTimes = { startMs: 45_000, quietMs: 3_000, silentMs: 15_000 };

export interface ServerDeps extends ProgramDeps, BenchPlace {
	readonly times: ServerTimes;
}

/** One program that runs in the background. */
export class BackgroundServer {
	private program: RunningProgram | undefined;

	constructor(private readonly deps: ServerDeps) {}

	/**
	 * Ends the one that runs, and starts another. Returns when that has started, or ended. `expected`: its output at an
	 * earlier start, which is waited for.
	 */
	async start(command: string, folder: string, expected?: string): Promise<ActionOutput> {
		await this.stop();
		const { times, clock } = this.deps;
		const program = new RunningProgram(this.deps, commandIn(this.deps, command, folder));
		this.program = program;
		const isExpected = () => expected !== undefined && this.output(program).text === expected;
		const untilMs = clock.now() + times.startMs;
		while (program.ended === undefined && !isExpected()) {
			const { nOutputs } = program;
			const waitMs = Math.min(untilMs - clock.now(), nOutputs === 0 ? times.silentMs : times.quietMs);
			if (waitMs <= 0 || !(await program.until(() => program.nOutputs > nOutputs, waitMs))) {
				break;
			}
		}
		const output = this.output(program);
		const isUnreachable = output.ok && (await program.isAlone());
		return isUnreachable
			? { ...output, end: `${output.end}, and not reachable from other commands on this system` }
			: output;
	}

	/** The one that was started last, unless it was stopped. */
	get running(): readonly RunningProgram[] {
		return this.program === undefined ? [] : [this.program];
	}

	/** Its output; undefined if none was started. */
	logs(): ActionOutput | undefined {
		return this.program && this.output(this.program);
	}

	/** False if none runs. */
	async stop(): Promise<boolean> {
		const { program } = this;
		this.program = undefined;
		await program?.stop();
		return program !== undefined;
	}

	private output({ text, ended }: RunningProgram): ActionOutput {
		const shown = shownOutput(this.deps.checkout, text);
		if (ended instanceof Error) {
			return { text: shown, ok: false, end: ended.message };
		}
		return { text: shown, ...(ended === undefined ? { ok: true, end: 'running' } : { ...endOf(ended, 0), ok: false }) };
	}
}
