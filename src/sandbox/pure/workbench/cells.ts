import type { LanguageData } from '../../../code/pure/languages/languageData';
import { errorText } from '../../../system/pure/errors/errorText';
import { ProgramMissingError } from '../../../system/pure/errors/programMissingError';
import { UserError } from '../../../system/pure/errors/userError';
import { contentHash } from '../../../system/pure/text/contentHash';
import { fillText } from '../execution/placeholders';
import { alternatives, interpreterPrograms } from '../execution/programs';
import { type BenchPlace, commandIn, endOf, shownOutput } from './benchCommands';
import { type ProgramDeps, RunningProgram } from './runningProgram';
import type { ActionOutput } from './workbench';

export interface CellsDeps extends ProgramDeps, BenchPlace {
	/** For one cell. */
	readonly timeoutMs: number;
}

/** `isLost`: the interpreter ended, and with it the results of the cells before. */
export interface CellOutput extends ActionOutput {
	readonly isLost?: true;
}

/** The persistent interpreters, one of a language. Each starts in the top folder. */
export class Cells {
	private readonly interpreters = new Map<string, RunningProgram>();
	private nCells = 0;

	constructor(private readonly deps: CellsDeps) {}

	/** The ids of the languages that have an interpreter. */
	get languages(): readonly string[] {
		return this.deps.languages.filter(hasCells).map(({ id }) => id);
	}

	/** The id of a language by its id, its name or the extension of its files. Throws `UserError` as `run` does. */
	idOf(written: string): string {
		return this.languageOf(written).id;
	}

	/** Throws `UserError` if there is no interpreter of that language. */
	async run(written: string, code: string): Promise<CellOutput> {
		const language = this.languageOf(written);
		const running = this.interpreters.get(language.id);
		for (const start of running === undefined ? this.starts(language) : [() => running]) {
			const interpreter = start();
			this.interpreters.set(language.id, interpreter);
			const output = await this.runIn(interpreter, code);
			if (!(interpreter.ended instanceof ProgramMissingError)) {
				return output;
			}
		}
		this.interpreters.delete(language.id);
		const { interpreter = [], installPage } = language.reproducer ?? {};
		throw new ProgramMissingError(alternatives(interpreter), installPage);
	}

	/** The interpreters. */
	get running(): readonly RunningProgram[] {
		return [...this.interpreters.values()];
	}

	/** Ends all interpreters. */
	async end(): Promise<void> {
		const { running } = this;
		this.interpreters.clear();
		await Promise.all(running.map(each => each.stop()));
	}

	private languageOf(written: string): LanguageWithCells {
		const asked = written.toLowerCase();
		const isAsked = ({ id, name, extensions }: LanguageData) =>
			[id, name.toLowerCase(), ...extensions.map(extension => extension.slice(1))].includes(asked);
		const language = this.deps.languages.filter(hasCells).find(isAsked);
		if (language === undefined) {
			throw new UserError(`No interpreter for "${written}". Available: ${this.languages.join(', ') || 'none'}.`);
		}
		return language;
	}

	private async runIn(interpreter: RunningProgram, code: string): Promise<CellOutput> {
		const { checkout, timeoutMs } = this.deps;
		const end = `cell-${++this.nCells}-${(await contentHash(code)).slice(0, 16)}`;
		const ending = new RegExp(`\\n?${end} (ok|failed)\\n`);
		interpreter.forget();
		interpreter.write(`${JSON.stringify({ code, end })}\n`);
		const isOver = await interpreter.until(() => ending.test(interpreter.lastText), timeoutMs);
		const result = ending.exec(interpreter.lastText)?.[1];
		const text = shownOutput(checkout, interpreter.text.replace(ending, '\n'));
		if (result !== undefined) {
			return { text, end: result, ok: result === 'ok' };
		}
		await interpreter.stop();
		for (const [id, each] of [...this.interpreters]) {
			if (each === interpreter) {
				this.interpreters.delete(id);
			}
		}
		return {
			text,
			ok: false,
			isLost: true,
			end: isOver ? this.endText(interpreter) : `timed out after ${timeoutMs / 1000} s`,
		};
	}

	private endText({ ended }: RunningProgram): string {
		return ended instanceof Error ? errorText(ended) : ended === undefined ? '' : endOf(ended, this.deps.timeoutMs).end;
	}

	/** With each program that may run it, the preferred one first. */
	private starts({ cells, reproducer }: LanguageWithCells): (() => RunningProgram)[] {
		const programs = interpreterPrograms(reproducer.interpreter ?? [], this.deps.interpreters);
		return programs.map(program => () => {
			const words = cells.command.map(word => fillText(word, { interpreter: program, program: cells.program }));
			return new RunningProgram(this.deps, commandIn(this.deps, words));
		});
	}
}

type LanguageWithCells = LanguageData & Required<Pick<LanguageData, 'cells' | 'reproducer'>>;

function hasCells(language: LanguageData): language is LanguageWithCells {
	return language.cells !== undefined && language.reproducer !== undefined;
}
