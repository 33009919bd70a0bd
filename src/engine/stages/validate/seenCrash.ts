import type { LanguageData } from '../../../code/pure/languages/languageData';
import { makeBrief } from '../../../localizer/pure/brief/makeBrief';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { Execution } from '../../../runs/pure/model/execution';
import { issueFromText } from '../../../runs/pure/model/issueFromText';
import { shortened } from '../../../runs/pure/model/shortened';
import type { SeenCrash } from '../../../runs/pure/model/testing/crashCheck';

const titleLength = 200;

/**
 * The crash of a run of the reproducer command: the first crash report in its output, else the first stack trace, else
 * how it ended. Undefined if it ends with exit code 0 and reports no crash.
 */
export function seenCrash(execution: Execution, languages: readonly LanguageData[]): SeenCrash | undefined {
	const text = [execution.stdout, execution.stderr].filter(each => each.trim() !== '').join('\n');
	const output = issueFromText(text, { kind: 'command' });
	const brief = output && makeBrief(output, languages);
	const hasReport = (brief?.crashes ?? []).length > 0;
	const reported = brief && reportedCrash(brief);
	const end = badEnd(execution);
	if (hasReport || end === undefined) {
		return hasReport ? reported : undefined;
	}
	return reported ?? { kind: end, title: end };
}

/** The crash that an issue reports, if it has a crash report or a stack trace. */
export function reportedCrash({ crashes = [], tracebacks }: IssueBrief): SeenCrash | undefined {
	const [report] = crashes;
	const stack = report === undefined ? tracebacks[0] : tracebacks.find(({ crash }) => crash === 0);
	const title = report?.title ?? stack?.error;
	if (title === undefined) {
		return undefined;
	}
	const named = stack?.frames.filter(each => each.function !== undefined) ?? [];
	const frame = named.findLast(({ isHelper }) => isHelper !== true) ?? named.at(-1);
	const kind = report?.kind ?? title.split(':')[0] ?? '';
	return {
		...{ kind: shortened(kind, titleLength), title: shortened(title, titleLength) },
		...(frame?.function !== undefined && { function: frame.function }),
	};
}

/** The function is unknown if a report shows no stack. */
export function isSameCrash(a: SeenCrash, b: SeenCrash): boolean {
	const isKnown = a.function !== undefined && b.function !== undefined;
	return a.kind === b.kind && (!isKnown || a.function === b.function);
}

/** How a process ended that did not end well; a hang counts as a crash. */
export function badEnd({ exitCode, signal, timedOut, exceeded }: Execution): string | undefined {
	if (timedOut) {
		return 'hang';
	}
	if (exceeded !== undefined) {
		return `it used ${exceeded}`;
	}
	return exitCode === 0 ? undefined : exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`;
}
