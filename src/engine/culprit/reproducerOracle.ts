import type { SymbolIndex } from '../../code/pure/index/symbolIndex';
import type { LanguageData } from '../../code/pure/languages/languageData';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import { ProgramMissingError } from '../../system/pure/errors/programMissingError';
import { UserError } from '../../system/pure/errors/userError';
import type { ExecutedLines } from '../../testing/pure/coverage/testCoverage';
import { recordReproducer } from '../stages/reproduce/recordReproducer';
import { type RanReproducer, type ReproducerRunContext, runReproducer } from '../stages/reproduce/runReproducer';
import { isSameCrash, seenCrash } from '../stages/validate/seenCrash';
import type { Oracle, OracleRun } from './oracle';

export interface ReproducerOracleDeps extends Pick<ExecutionDeps, 'runner' | 'interpreters' | 'timeoutMs'> {
	readonly language: LanguageData & { readonly reproducer: NonNullable<LanguageData['reproducer']> };
	readonly languages: readonly LanguageData[];
	readonly index: SymbolIndex;
}

/** A script that fails because of the bug. */
export class ReproducerOracle implements Oracle {
	readonly key: string;
	readonly files: readonly string[];

	private constructor(
		readonly name: string,
		private readonly text: string,
		private readonly now: RanReproducer,
		private readonly deps: ReproducerOracleDeps,
	) {
		const { language, languages } = deps;
		this.files = [now.file];
		this.key = JSON.stringify([language.id, text, now.verdict, seenCrash(now.execution, languages)]);
	}

	/** Runs it in a copy of the workspace as it is now. Throws `UserError` if it does not show a bug there. */
	static async open(
		{ name, text }: { readonly name: string; readonly text: string },
		checkout: Checkout,
		deps: ReproducerOracleDeps,
		signal: AbortSignal,
	): Promise<ReproducerOracle> {
		const now = await runReproducer(contextOf(deps, checkout, signal), text);
		if (now.verdict !== 'reproduced' && now.verdict !== 'otherError') {
			throw new UserError(`${name} shows no bug in the workspace as it is now. ${now.why}`);
		}
		return new ReproducerOracle(name, text, now, deps);
	}

	get output(): string {
		const { stdout, stderr } = this.now.execution;
		return `${this.text}\n${stdout}\n${stderr}`;
	}

	async at(checkout: Checkout, signal: AbortSignal): Promise<OracleRun> {
		try {
			const ran = await runReproducer(contextOf(this.deps, checkout, signal), this.text);
			return this.outcomeOf(ran);
		} catch (error) {
			if (error instanceof ProgramMissingError) {
				return { outcome: 'skipped', why: error.message, isOfMachine: true };
			}
			throw error;
		}
	}

	async executed(checkout: Checkout, signal: AbortSignal): Promise<ExecutedLines | undefined> {
		const context = contextOf(this.deps, checkout, signal);
		const recorded = await recordReproducer(context, this.text, this.deps.index);
		return 'problem' in recorded ? undefined : recorded.lines;
	}

	/** One that fails now by an error of its own only counts as failing if the error is the same. */
	private outcomeOf({ verdict, why, execution }: RanReproducer): OracleRun {
		if (verdict === 'passed') {
			return { outcome: 'passed', why };
		}
		const { languages } = this.deps;
		const [now, then] = [seenCrash(this.now.execution, languages), seenCrash(execution, languages)];
		const isSame =
			verdict === this.now.verdict &&
			(verdict === 'reproduced' || (now !== undefined && then !== undefined && isSameCrash(now, then)));
		const cut = execution.timedOut && { isOfMachine: true as const };
		return isSame ? { outcome: 'failed', why } : { outcome: 'skipped', why, ...cut };
	}
}

function contextOf(
	{ runner, interpreters, timeoutMs, language }: ReproducerOracleDeps,
	checkout: Checkout,
	signal: AbortSignal,
): ReproducerRunContext {
	return {
		...{ runner, checkout, language: language.reproducer, isOnce: true, signal },
		...(interpreters && { interpreters }),
		...(timeoutMs !== undefined && { timeoutMs }),
	};
}
