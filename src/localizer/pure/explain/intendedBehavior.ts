import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { BugLocation } from '../../../runs/pure/model/location';
import { IssueText } from './issueText';
import type { SymbolName, SymbolNames } from './namedSymbol';

/** The issue's statements about the code of a location. */
export type StatedBehavior = Pick<BugLocation, 'intendedBehavior' | 'fromIssue'>;

/**
 * The intended behavior of a location, if a sentence of the issue states it: one that names the symbol, or for the
 * first location one under a heading that asks for it. Otherwise nothing is known, and the first location quotes the
 * most telling sentence of the issue.
 */
export function statedBehavior(
	brief: IssueBrief,
	{ symbol, isFirst }: { readonly symbol: SymbolName | undefined; readonly isFirst: boolean },
	names: SymbolNames,
): StatedBehavior {
	const about =
		symbol === undefined
			? undefined
			: brief.expectations.find(sentence => names.find(new IssueText(sentence), symbol)?.isCertain === true);
	const stated = about ?? (isFirst ? brief.asked?.[0] : undefined);
	if (stated !== undefined) {
		return { intendedBehavior: stated };
	}
	const telling = isFirst ? mostTelling(brief) : '';
	return { intendedBehavior: '', ...(telling === '' ? {} : { fromIssue: telling }) };
}

/** An expectation, else the error, else the title. */
function mostTelling({ expectations, tracebacks, title }: IssueBrief): string {
	return expectations[0] ?? firstCause(tracebacks) ?? title;
}

/** The error of the first chain that caused its other errors. */
function firstCause(tracebacks: IssueBrief['tracebacks']): string | undefined {
	let at = tracebacks.findIndex(({ error }) => error !== undefined);
	while (tracebacks[at + 1]?.relation === 'cause' && tracebacks[at + 1]?.error !== undefined) {
		at++;
	}
	return tracebacks[at]?.error;
}
