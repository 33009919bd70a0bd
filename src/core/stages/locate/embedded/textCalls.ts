import { knownFragment } from '../../../rank/knownFragment';
import type { Suspicion } from '../../../rank/suspicion';
import type { WantedName } from '../../../rank/wantedNames';
import type { PlannedCall } from './plannedCall';

/** A name used in more functions than this is searched for in vain. */
const useLimit = 15;

/** Looking for a text takes a pass over all code: of a log pasted whole, the first errors say enough. */
const errorLimit = 10;

/** One call for each quoted text or error message of which the code holds a piece word for word, at most `limit`. */
export function stringCalls({ brief, model }: Suspicion, limit: number): PlannedCall[] {
	const errors = new Set(brief.tracebacks.flatMap(({ error }) => error ?? []));
	const fragments = new Set<string>();
	for (const text of new Set([...[...errors].slice(0, errorLimit), ...brief.strings])) {
		const fragment = fragments.size < limit ? knownFragment(model, text) : undefined;
		if (fragment !== undefined) {
			fragments.add(fragment);
		}
	}
	return [...fragments].map(fragment => ({
		...codeSearch(fragment),
		says: { kind: 'string', weight: 1, text: `Holds “${fragment}”, which the issue quotes.` },
	}));
}

/** One call for each name of the issue that is no definition but used somewhere: a parameter, a setting, an attribute. */
export function useCalls(suspicion: Suspicion, defined: readonly WantedName[]): PlannedCall[] {
	const known = new Set(defined.map(({ name }) => name));
	return suspicion.brief.names.flatMap(({ text, inTitle, inProse }) => {
		const name = text.slice(text.lastIndexOf('.') + 1);
		const nUses = known.has(name) || name.length < 4 || isErrorClass(name) ? 0 : nFunctionsWith(suspicion, name);
		const weight = (inTitle ? 3 : inProse ? 2 : 1) / Math.sqrt(nUses);
		return nUses === 0 || nUses > useLimit
			? []
			: [{ ...codeSearch(name), says: { kind: 'use', weight, text: `Uses ${name}, which the issue names.` } }];
	});
}

/** One that the workspace does not define is raised for many reasons. */
function isErrorClass(name: string): boolean {
	return /\p{Ll}(?:Error|Exception|Warning)$/u.test(name);
}

function nFunctionsWith({ model, functionDocuments }: Suspicion, name: string): number {
	const term = model.words.terms.wholeTermOf(name);
	return term === undefined ? 0 : functionDocuments.nDocumentsWith(term);
}

function codeSearch(code: string): Pick<PlannedCall, 'tool' | 'args'> {
	return { tool: 'search_code', args: { code_str: code } };
}
