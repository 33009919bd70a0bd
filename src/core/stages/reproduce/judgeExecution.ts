import type { ReproducerData } from '../../index/reproducerData';
import type { Traceback } from '../../model/brief';
import type { Execution } from '../../model/execution';
import type { ReproducerVerdict } from '../../model/reproducer';
import { markTracebacks } from '../../rank/brief/tracebacks';
import { withoutEscapes } from '../../util/withoutEscapes';
import { codeOwner, type OwnedCode } from './codeOwner';
import { isSameError, isSignalNamed } from './sameError';

export interface Judgement {
	/** One execution alone is never flaky. */
	readonly verdict: Exclude<ReproducerVerdict, 'flaky'>;
	/** One sentence for a person and a model. */
	readonly why: string;
}

export interface JudgedReproducer extends OwnedCode {
	readonly failures: Pick<ReproducerData, 'assertionFailures' | 'environmentErrors'>;
	/** Error lines the issue shows: `TypeError: ...`. */
	readonly issueErrors?: readonly string[];
}

/**
 * What an execution of a reproducer shows. Reproduced: it failed by an assertion of its own, or by the error the issue
 * shows, raised in the project. AutoCodeRover looks for the name of the assertion error anywhere in the output, so that an
 * assertion during an import counts, and the crash the issue is about does not.
 */
export function judgeExecution(execution: Execution, reproducer: JudgedReproducer): Judgement {
	if (execution.timedOut) {
		return { verdict: 'timedOut', why: 'It had not ended when its time was up.' };
	}
	if (execution.exitCode === 0) {
		return { verdict: 'passed', why: 'It ended with exit code 0: no assertion failed.' };
	}
	return judgeFailure(execution, reproducer);
}

function judgeFailure({ stdout, stderr, signal }: Execution, reproducer: JudgedReproducer): Judgement {
	// The error is what was said last: some runtimes say it on stdout.
	const output = plainText(`${stdout}\n${stderr}`);
	const { failures, issueErrors = [] } = reproducer;
	const assertion = lastMatch(output, failures.assertionFailures);
	const environment = lastMatch(output, failures.environmentErrors);
	const trace = tracesOf(output).at(-1);
	const error = trace?.error ?? lineOf(assertion ?? environment) ?? '';
	const owner = codeOwner(assertion?.groups?.file, trace, reproducer);
	if (owner === 'project' && issueErrors.some(shown => isSameError(shown, error))) {
		return { verdict: 'reproduced', why: `It failed in the project by the error the issue shows: ${error}` };
	}
	if (environment !== undefined && (assertion === undefined || environment.index > assertion.index)) {
		return { verdict: 'environment', why: `Something it needs is not there: ${lineOf(environment)}` };
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
		why: error === '' ? `${how} without an error it was asked to show.` : `${how}: ${error}`,
	};
}

function judgeAssertion(line: string, owner: 'script' | 'project' | undefined): Judgement {
	return owner === 'project'
		? { verdict: 'otherError', why: `An assertion of the project failed, none of the reproducer: ${line}` }
		: { verdict: 'reproduced', why: `Its assertion failed: ${line}` };
}

/** Without the colours that some machines have tools write everywhere. */
function plainText(output: string): string {
	return withoutEscapes(output.replaceAll('\r\n', '\n'));
}

/** Of all places where one of the expressions fits, the last one. */
function lastMatch(text: string, expressions: readonly string[]): RegExpExecArray | undefined {
	let last: RegExpExecArray | undefined;
	for (const expression of expressions) {
		for (const match of text.matchAll(new RegExp(expression, 'gm'))) {
			last = last === undefined || match.index > last.index ? match : last;
		}
	}
	return last;
}

/** The whole line in which a match begins. */
function lineOf(match: RegExpExecArray | undefined): string | undefined {
	if (match === undefined) {
		return undefined;
	}
	const start = match.input.lastIndexOf('\n', match.index) + 1;
	return match.input.slice(start).split('\n', 1)[0]?.trim().slice(0, 300);
}

const lineLimit = 1000;

function tracesOf(output: string): Traceback[] {
	return markTracebacks(output.split('\n').map(text => ({ text: text.slice(0, lineLimit).trimEnd(), kind: 'prose' })));
}
