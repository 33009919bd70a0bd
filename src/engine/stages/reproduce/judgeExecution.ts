import type { ReproducerData } from '../../../code/pure/languages/reproducerData';
import { markTracebacks } from '../../../localizer/pure/brief/tracebacks';
import type { Traceback } from '../../../runs/pure/model/brief';
import type { Execution } from '../../../runs/pure/model/execution';
import type { ReproducerVerdict } from '../../../runs/pure/model/reproducer';
import { withoutEscapes } from '../../../system/pure/text/terminalText';
import { TraceFormats } from '../../../testing/pure/traces/traceFormats';
import { codeOwner, type OwnedCode } from './codeOwner';
import { type MissingModule, type MissingModuleRules, type ModuleOwner, missingModule } from './missingModule';

export interface Judgement {
	/** A single execution is never flaky. */
	readonly verdict: Exclude<ReproducerVerdict, 'flaky'>;
	/** One sentence for the user and the model. */
	readonly why: string;
	/** For the verdict `environment`: the missing module or file, if it is one. */
	readonly missing?: MissingModule;
}

export interface JudgedReproducer extends OwnedCode, ModuleOwner {
	readonly failures: Pick<ReproducerData, 'assertionFailures' | 'environmentErrors' | 'traces'> & MissingModuleRules;
	/** Error lines the issue shows: `TypeError: ...`. */
	readonly issueErrors?: readonly string[];
	/** False if the script did not get to its marked end. */
	readonly hasReachedEnd?: boolean;
}

/**
 * Judges an execution of a reproducer. Reproduced: it failed by an assertion of its own, or by the error the issue
 * shows, raised in the project. AutoCodeRover looks for the name of the assertion error anywhere in the output, so that
 * an assertion during an import counts, and the crash the issue is about does not.
 */
export function judgeExecution(execution: Execution, reproducer: JudgedReproducer): Judgement {
	if (execution.timedOut) {
		return { verdict: 'timedOut', why: 'Timed out.' };
	}
	if (execution.exceeded !== undefined) {
		return { verdict: 'otherError', why: `It was ended because it used ${execution.exceeded}.` };
	}
	if (execution.exitCode === 0 && reproducer.hasReachedEnd === false) {
		return { verdict: 'otherError', why: 'It ended early: with exit code 0, but before its last line.' };
	}
	if (execution.exitCode === 0) {
		return { verdict: 'passed', why: 'It ended with exit code 0: no assertion failed.' };
	}
	return judgeFailure(execution, reproducer);
}

function judgeFailure({ stdout, stderr, signal }: Execution, reproducer: JudgedReproducer): Judgement {
	// The error comes last; some runtimes print it on stdout.
	const output = plainText(`${stdout}\n${stderr}`);
	const { failures, issueErrors = [] } = reproducer;
	const assertion = lastMatch(output, failures.assertionFailures);
	const environment = lastMatch(output, failures.environmentErrors);
	const trace = tracesOf(output, failures).at(-1);
	const error = trace?.error ?? lineOf(assertion ?? environment) ?? '';
	const owner = codeOwner(assertion?.groups?.file, trace, reproducer);
	if (owner === 'project' && issueErrors.some(shown => isSameError(shown, error))) {
		return { verdict: 'reproduced', why: `It failed in the project by the error the issue shows: ${error}` };
	}
	if (environment !== undefined && (assertion === undefined || environment.index > assertion.index)) {
		const missing = missingModule(output, failures, reproducer);
		const why = `Something it needs is missing: ${lineOf(environment)}`;
		return { verdict: 'environment', why, ...(missing && { missing }) };
	}
	if (assertion !== undefined) {
		return judgeAssertion(lineOf(assertion) ?? '', owner);
	}
	if (signal !== undefined && isSignalNamed(signal, issueErrors)) {
		return { verdict: 'reproduced', why: `It crashed as the issue shows: ${signal}` };
	}
	const how = signal === undefined ? 'It failed' : `It was ended by ${signal}`;
	return {
		verdict: 'otherError',
		why: error === '' ? `${how} without an error that it should show.` : `${how}: ${error}`,
	};
}

function judgeAssertion(line: string, owner: 'script' | 'project' | undefined): Judgement {
	return owner === 'project'
		? { verdict: 'otherError', why: `An assertion of the project failed, not one of the reproducer: ${line}` }
		: { verdict: 'reproduced', why: `Its assertion failed: ${line}` };
}

/** Longer lines are cut: no message that counts is that long. */
const lineLimit = 1000;

/** Without the colors that some environments make tools print everywhere. */
function plainText(output: string): string {
	const lines = withoutEscapes(output.replaceAll('\r\n', '\n')).split('\n');
	return lines.map(line => line.slice(0, lineLimit)).join('\n');
}

/** The last match of any of the expressions. */
function lastMatch(text: string, expressions: readonly string[]): RegExpExecArray | undefined {
	let last: RegExpExecArray | undefined;
	for (const expression of expressions) {
		for (const match of text.matchAll(new RegExp(expression, 'gm'))) {
			last = last === undefined || match.index > last.index ? match : last;
		}
	}
	return last;
}

/** The whole line in which a match begins; if it leaves a bracket open, joined with the lines that close it. */
function lineOf(match: RegExpExecArray | undefined): string | undefined {
	if (match === undefined) {
		return undefined;
	}
	const start = match.input.lastIndexOf('\n', match.index) + 1;
	const lines = match.input
		.slice(start)
		.split('\n', mostMessageLines)
		.map(line => line.trim());
	const last = lines.findIndex((_, at) => nOpenBrackets(lines.slice(0, at + 1).join('')) <= 0);
	return lines
		.slice(0, Math.max(1, last + 1))
		.join(' ')
		.slice(0, 300);
}

const mostMessageLines = 12;

function nOpenBrackets(text: string): number {
	return text.replaceAll(/[^([{]/g, '').length - text.replaceAll(/[^)\]}]/g, '').length;
}

function tracesOf(output: string, language: Pick<ReproducerData, 'traces'>): Traceback[] {
	const lines = output.split('\n').map(text => ({ text: text.trimEnd(), kind: 'prose' as const }));
	return markTracebacks(lines, TraceFormats.of([language], lines));
}

/** Whether two error lines are about the same error: the same kind, and the same text if both have one. */
function isSameError(a: string, b: string): boolean {
	const [first, second] = [partsOf(a), partsOf(b)];
	if (first.kind === '' || first.kind !== second.kind) {
		return false;
	}
	const [short = '', long = ''] = [first.text, second.text].sort((one, other) => one.length - other.length);
	return long.includes(short);
}

/** Whether an error line of an issue names a signal, or uses its common name. */
function isSignalNamed(signal: string, errors: readonly string[]): boolean {
	const words = signalWords.get(signal);
	return errors.some(error => error.includes(signal) || (words !== undefined && error.toLowerCase().includes(words)));
}

const signalWords: ReadonlyMap<string, string> = new Map([
	['SIGSEGV', 'segmentation fault'],
	['SIGBUS', 'bus error'],
	['SIGFPE', 'floating point exception'],
	['SIGILL', 'illegal instruction'],
]);

/** `KeyError` and `'x'` of `app.errors.KeyError: 'x'`. */
function partsOf(error: string): { readonly kind: string; readonly text: string } {
	const [, name = '', text = ''] = /^\s*([\w.$:\\]*\w)(?: \[\w+\])?(?::\s+(.*))?$/s.exec(error.trim()) ?? [];
	return { kind: name.split(/[.$:\\]+/).at(-1) ?? '', text: text.replace(/\s+/g, ' ').trim() };
}
