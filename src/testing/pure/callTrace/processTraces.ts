import type { CallTrace } from './callTrace';
import { failurePath } from './failurePath';

/**
 * Of the traces of the processes of one run, named by their programs, the one that failed, else the one with most calls; undefined if
 * none has a call. Several programs may have a test of one name: those count whose names begin the id. `test`: the id of the test that
 * ran; '' of a program without tests.
 */
export function mainTrace(traces: readonly CallTrace[], test: string): CallTrace | undefined {
	const own = traces.filter(trace => test.startsWith(`${withoutHash(trace.test)}::`));
	const byCalls = (own.length > 0 ? own : traces)
		.filter(({ calls }) => calls.length > 0)
		.sort((a, b) => b.calls.length - a.calls.length);
	const main = byCalls.find(trace => failurePath(trace).length > 0) ?? byCalls[0];
	return main && { ...main, test };
}

/** `shop` of `shop-0123456789abcdef`. */
function withoutHash(program: string): string {
	return program.replace(/-[0-9a-f]{16}$/, '');
}

/** Errors without a text get the one that the output of the failure shows, by a pattern with the group `text`. */
export function withErrorText(trace: CallTrace, pattern: string | undefined, output: string): CallTrace {
	const text = pattern === undefined ? undefined : new RegExp(pattern, 'm').exec(output)?.groups?.text;
	if (text === undefined) {
		return trace;
	}
	const calls = trace.calls.map(call =>
		call.raised?.text === '' ? { ...call, raised: { ...call.raised, text } } : call,
	);
	return { ...trace, calls };
}

/** Of some tests those whose ids begin most like that of another one, the most alike first. */
export function testsLike(id: string, tests: readonly string[], most: number): readonly string[] {
	const others = tests.filter(test => test !== id).map(test => ({ test, nAlike: alikeLength(id, test) }));
	return others
		.sort((a, b) => b.nAlike - a.nAlike)
		.slice(0, most)
		.map(({ test }) => test);
}

function alikeLength(a: string, b: string): number {
	let at = 0;
	while (at < a.length && a[at] === b[at]) {
		at++;
	}
	return at;
}
