import type { CallTrace, TracedCall } from './callTrace';

/** The calls from the test to the place where its failure was raised; empty if no exception ended a call. */
export function failurePath({ calls }: CallTrace): readonly TracedCall[] {
	const made = callsByParent(calls);
	const path: TracedCall[] = [];
	let next = calls.findLast(call => call.parent === 0 && isFailed(call));
	while (next !== undefined) {
		path.push(next);
		const { raised } = next;
		next = (made.get(next.id) ?? []).findLast(
			// A runner of tests in the project may have handled it.
			call => call.calledAt === raised?.line && isSame(call, path.at(-1)),
		);
	}
	return path;
}

/** The calls that each call made, in their order. */
export function callsByParent(calls: readonly TracedCall[]): ReadonlyMap<number, readonly TracedCall[]> {
	const made = new Map<number, TracedCall[]>();
	for (const call of calls) {
		const known = made.get(call.parent) ?? [];
		made.set(call.parent, known);
		known.push(call);
	}
	return made;
}

/** An exception ended it, or it had not ended when one was raised. */
function isFailed({ end, raised }: TracedCall): boolean {
	return raised !== undefined && end?.result === undefined;
}

function isSame(a: TracedCall, b: TracedCall | undefined): boolean {
	return a.raised !== undefined && a.raised.type === b?.raised?.type && a.raised.text === b.raised.text;
}
