import { once } from 'node:events';
import type { FileResult } from '../support/runMocha';
import type { Programs, StartedProgram } from './programs.mts';

export interface TestProcessOptions {
	readonly programs: Programs;
	/** The bundled program that runs files. */
	readonly main: string;
	readonly grep?: string | undefined;
	readonly onChunk: (chunk: Buffer) => void;
}

/** A process that runs files of tests one after the other; where one ends it, the next file gets a new one. */
export class TestProcess {
	readonly #options: TestProcessOptions;
	#program: StartedProgram | undefined;

	constructor(options: TestProcessOptions) {
		this.#options = options;
	}

	async runFile(file: string): Promise<FileResult> {
		const startedMs = performance.now();
		this.#program ??= await this.#start();
		const { child, ended, isAlive } = this.#program;
		const result = new Promise<FileResult>(resolve => {
			child.on('message', function read(message: FileResult | { readonly isAlive: true }) {
				isAlive();
				if ('counts' in message) {
					child.off('message', read);
					resolve(message);
				}
			});
		});
		child.send({ file });
		const outcome = await Promise.race([result, ended.then(problem => ({ problem }))]);
		if ('counts' in outcome) {
			return outcome;
		}
		this.#program = undefined;
		const failure = `${file}: its process ${outcome.problem ?? 'ended before its tests'}`;
		const counts = { passed: 0, failed: 1, failures: [failure], durations: [] };
		return { counts, report: `*** ${failure}`, ms: performance.now() - startedMs };
	}

	async end(): Promise<void> {
		// Not by `disconnect()`: the event `close` does not come after it.
		this.#program?.child.send({ isLast: true });
		await this.#program?.ended;
	}

	async #start(): Promise<StartedProgram> {
		const { programs, main, grep, onChunk } = this.#options;
		const plan = { files: [], countsFile: '', ...(grep && { grep }) };
		const program = programs.start(process.execPath, ['--enable-source-maps', main], {
			onChunk,
			stdio: ['inherit', 'pipe', 'pipe', 'ipc'],
			env: { FAULTLINE_TEST_PLAN: JSON.stringify(plan) },
		});
		await Promise.race([once(program.child, 'message'), program.ended]);
		return program;
	}
}
