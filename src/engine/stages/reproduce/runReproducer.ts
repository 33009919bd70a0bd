import {
	type ReproducerData,
	type ReproducerDebug,
	type ReproducerWay,
	scriptFile,
} from '../../../code/pure/languages/reproducerData';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Execution } from '../../../runs/pure/model/execution';
import type { ReproducerVerdict } from '../../../runs/pure/model/reproducer';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import type { Debugger, DebugLaunch } from '../../../sandbox/pure/execution/debugger';
import { fillObject, fillText, type PlaceholderValues } from '../../../sandbox/pure/execution/placeholders';
import { alternatives } from '../../../sandbox/pure/execution/programs';
import type { Command, Runner } from '../../../sandbox/pure/execution/runner';
import { ProgramMissingError } from '../../../system/pure/errors/programMissingError';
import { UserError } from '../../../system/pure/errors/userError';
import type { FileEntry } from '../../../system/pure/files';
import type { Recorder, Recording } from '../../../testing/pure/coverage/recording';
import { hasReachedEnd, outputWithoutMark, withEndMark, withoutMark } from './endMark';
import { type Judgement, judgeExecution } from './judgeExecution';
import type { MissingModule } from './missingModule';
import { usableWays } from './usableWays';

export interface ReproducerRunContext {
	readonly runner: Runner;
	readonly checkout: Checkout;
	readonly language: ReproducerData;
	/** Runs the script itself, and only once; the steps before it use the runner. */
	readonly debugger?: Debugger;
	/** Records the code the script executes; it runs only once. */
	readonly recording?: Pick<Recording, 'options' | 'variables'>;
	/** Of `recording`, if that records calls: fills in the steps that start it. */
	readonly traced?: Pick<Recorder, 'filled'>;
	/** It runs only once: the caller repeats it. */
	readonly isOnce?: true;
	/** Interpreters of the project, by the name of the one each replaces. */
	readonly interpreters?: ReadonlyMap<string, string>;
	/** Error lines the issue shows. */
	readonly issueErrors?: readonly string[];
	/** For each command; two minutes unless given, as in AutoCodeRover. */
	readonly timeoutMs?: number;
	readonly onOutput?: Command['onOutput'];
	readonly signal?: AbortSignal;
}

/** The result of running a reproducer in a checkout. */
export interface RanReproducer {
	readonly verdict: ReproducerVerdict;
	readonly why: string;
	/** The execution that decided the verdict. */
	readonly execution: Execution;
	/** The path the script was written to. */
	readonly file: string;
	/** The program that ran it, as the command names it. */
	readonly program: string;
	/** The steps that were executed, with `.` for the folder of the copy. */
	readonly commands: readonly (readonly string[])[];
	/** For the verdict `environment`: the missing module, if known. */
	readonly missing?: MissingModule;
}

/**
 * Writes a script into the checkout and runs it, and again if it reproduced or passed: it is flaky if the second
 * verdict differs. Rejects when cancelled, and with `ProgramMissingError` if no program that can run it is installed;
 * in a debugger as `Debugger` does.
 */
export async function runReproducer(context: ReproducerRunContext, text: string): Promise<RanReproducer> {
	const first = await runOnce(context, text);
	const isShown = first.verdict === 'reproduced' || first.verdict === 'passed';
	const { isOnce, debugger: ofUser, recording } = context;
	if (!isShown || isOnce === true || ofUser !== undefined || recording !== undefined) {
		return first;
	}
	const second = await runOnce(context, text);
	return second.verdict === first.verdict
		? second
		: { ...second, verdict: 'flaky', why: `Once: ${first.why} Then: ${second.why}` };
}

async function runOnce(context: ReproducerRunContext, text: string): Promise<RanReproducer> {
	const { checkout, language } = context;
	const missing: string[] = [];
	for (const way of await usableWays(checkout.files, language, context.interpreters)) {
		const debug = debugOf(context, way);
		const file = debug?.file ?? way.file ?? scriptFile(language, text);
		// A debugger shows the script, and the user may end it.
		const marked = debug === undefined ? withEndMark(text, language.end) : { text, mark: undefined };
		await checkout.write(file, marked.text);
		try {
			return { ...(await runSteps(context, { way, debug, file, mark: marked.mark })), file };
		} catch (error) {
			if (!(error instanceof ProgramMissingError)) {
				throw error;
			}
			missing.push(error.program);
			await checkout.remove(file);
		}
	}
	throw new ProgramMissingError(missing.length > 0 ? alternatives(missing) : language.file, language.installPage);
}

interface WrittenScript {
	readonly way: ReproducerWay;
	/** Present if a debugger is to run it. */
	readonly debug: ReproducerDebug | undefined;
	readonly file: string;
	/** The mark it prints at its end. */
	readonly mark: string | undefined;
}

async function runSteps(
	context: ReproducerRunContext,
	{ way, debug, file, mark }: WrittenScript,
): Promise<Omit<RanReproducer, 'file'>> {
	const { checkout, language, runner, timeoutMs = 120_000, onOutput, signal } = context;
	const values = valuesFor(checkout.folder, file);
	const shownValues = valuesFor('.', file);
	const variables = Object.entries(language.variables ?? {}).map(([name, value]) => [name, fillText(value, values)]);
	const common = {
		cwd: checkout.folder,
		reach: checkout.reach,
		env: Object.fromEntries(variables) as Readonly<Record<string, string>>,
		...outputWithoutMark(onOutput, mark),
		...(signal && { signal }),
	};
	const last = tracedSteps(context, way) ?? way.steps.slice(-1);
	const steps = [...way.steps.slice(0, -1), ...(debug?.steps ?? []), ...last];
	for (const [at, step] of steps.entries()) {
		const isLast = at === steps.length - 1;
		const words = isLast ? recordedStep(step, context) : step;
		const env = { ...common.env, ...(isLast && context.recording?.variables) };
		const command = { ...common, env, command: words.map(text => fillText(text, values)) };
		const execution = await (isLast && debug !== undefined && context.debugger !== undefined
			? context.debugger.run(debugLaunch(debug, command, values))
			: runner.run({ ...command, timeoutMs }));
		if (execution.exitCode === windowsNotFound) {
			throw new ProgramMissingError(step[0] ?? '');
		}
		if (isLast || execution.exitCode !== 0) {
			const hasEnded = !isLast || hasReachedEnd(execution, mark);
			const shown = withoutMark(execution, mark);
			const judged = await judge(context, shown, { file, isLast, hasReachedEnd: hasEnded });
			const commands = steps.slice(0, at + 1).map(words => words.map(text => fillText(text, shownValues)));
			return { ...judged, execution: shown, program: fillText(step[0] ?? '', values), commands };
		}
	}
	throw new Error(`${file}: there is no step to run it`);
}

/** The steps that run it under a recorder of calls, if they are others. */
function tracedSteps({ traced, language }: ReproducerRunContext, way: ReproducerWay): ReproducerData['traced'] {
	return traced && (way.traced ?? language.traced)?.map(step => step.map(word => traced.filled(word)));
}

/** A step whose interpreter runs the recorder, if there is one. */
function recordedStep(
	step: readonly string[],
	{ recording, language, interpreters = new Map() }: ReproducerRunContext,
): readonly string[] {
	const [program = '', ...rest] = step;
	const isInterpreter = [...(language.interpreter ?? []), ...interpreters.values()].includes(program);
	return recording === undefined || !isInterpreter ? step : [program, ...recording.options, ...rest];
}

/**
 * The exit code of Windows for a missing program. The placeholders it ships for some programs, which only lead to its
 * store, return it as well.
 */
const windowsNotFound = 9009;

/** Throws before anything is compiled needlessly. */
function debugOf(
	{ debugger: runner, language }: ReproducerRunContext,
	way: ReproducerWay,
): ReproducerDebug | undefined {
	if (runner === undefined) {
		return undefined;
	}
	const debug = way.debug ?? language.debug;
	if (debug === undefined) {
		throw new UserError('No debugger is known for reproducers in this language. They can be run.');
	}
	runner.checkInstalled(debug.configuration.type, debug.extension);
	return debug;
}

/** A step that only prepares, such as a compiler, cannot show the bug. */
async function judge(
	{ checkout, language, issueErrors }: ReproducerRunContext,
	execution: Execution,
	{ file, isLast, ...end }: { readonly file: string; readonly isLast: boolean; readonly hasReachedEnd: boolean },
): Promise<Judgement> {
	const files = await checkout.files.list();
	return judgeExecution(execution, {
		...end,
		script: file,
		folder: checkout.folder,
		projectPaths: new Set(files.map(({ path }) => path)),
		failures: isLast ? language : { ...language, assertionFailures: [] },
		ownNames: await ownNames(checkout.files, language, files),
		...(isLast && issueErrors && { issueErrors }),
	});
}

/** The names that the project's manifests give its code. */
async function ownNames(
	files: Checkout['files'],
	{ manifests = [] }: ReproducerData,
	listed: readonly FileEntry[],
): Promise<string[]> {
	const texts = manifests.flatMap(({ file, name }) => {
		const paths = name === undefined ? [] : listed.filter(({ path }) => path === file || path.endsWith(`/${file}`));
		return paths.map(async ({ path }) => new RegExp(name ?? '', 'm').exec(await readIfText(files, path))?.[1] ?? []);
	});
	return (await Promise.all(texts)).flat();
}

function valuesFor(folder: string, file: string): Readonly<Record<string, string>> {
	const isWindows = folder.includes('\\');
	return {
		folder,
		file,
		// Windows starts only files with this extension.
		out: `${folder}/faultline_reproducer.out${isWindows ? '.exe' : ''}`,
		':': isWindows ? ';' : ':',
	};
}

/**
 * How a debugger runs the program that `command` would run without one. `values` are for the command's placeholders.
 */
function debugLaunch(
	{ configuration, exitCode }: ReproducerDebug,
	command: DebugLaunch['command'],
	values: PlaceholderValues,
): DebugLaunch {
	return {
		command,
		exitCode,
		configuration: ({ program, workspace, unset }) => {
			const variables = { ...Object.fromEntries(unset.map(name => [name, null])), ...command.env };
			const known = { ...values, program, workspace, variables, arguments: command.command.slice(1) };
			return { ...fillObject(configuration, known), type: configuration.type };
		},
	};
}
