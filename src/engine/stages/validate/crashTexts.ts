import type { Execution } from '../../../runs/pure/model/execution';
import { shortened } from '../../../runs/pure/model/shortened';
import type { CrashCheck } from '../../../runs/pure/model/testing/crashCheck';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import crashed from './crashed.md';
import notBuilt from './notBuilt.md';
import { badEnd } from './seenCrash';

/** The reason for a verdict, for users and models. */
export function crashWhy({ verdict, patch, crash, nRuns, execution }: Omit<CrashCheck, 'why'>): string {
	const isPlain = patch === undefined;
	const withIt = isPlain ? 'without a patch' : 'with it';
	const runs = nRuns > 1 ? ` in ${counted(nRuns, 'run')}` : '';
	const title = crash === undefined ? '' : `: ${crash.title}`;
	switch (verdict) {
		case 'notBuilt':
			return `The build command fails ${withIt}: ${badEnd(execution) ?? 'unknown error'}.`;
		case 'built':
			return `The build command succeeds ${withIt}.`;
		case 'sameCrash':
			return `The reproducer command ${isPlain ? 'crashes without a patch' : 'still crashes with it'}${title}.`;
		case 'otherCrash':
			return isPlain
				? `The reproducer command crashes without a patch, but not as the issue reports${title}.`
				: `The reproducer command crashes in another way with it${title}.`;
		case 'noCrash':
			return `The reproducer command does not crash ${withIt}${runs}${isPlain ? ': it proves nothing' : ''}.`;
		case 'notRun':
			return `The reproducer command could not be run: ${badEnd(execution) ?? 'unknown error'}.`;
	}
}

const limits = { lines: 40, lineLength: 300 };

/** For the prompt of the next patch; undefined if there is no evidence against this one. */
export function crashFault(check: CrashCheck): string | undefined {
	const { verdict, commands, execution } = check;
	const output = [execution.stdout, execution.stderr].map(each => each.trim()).join('\n');
	switch (verdict) {
		case 'notBuilt':
			return fillTemplate(notBuilt, { command: commands.build ?? '', errors: lastErrors(execution) });
		case 'sameCrash':
		case 'otherCrash': {
			const how = verdict === 'sameCrash' ? 'in the same way as before' : 'in another way than before';
			return fillTemplate(crashed, { how, command: commands.reproduce ?? '', output: output.trim() });
		}
		default:
			return undefined;
	}
}

/** The last lines of a build's output: compilers use stderr. */
function lastErrors({ stdout, stderr }: Execution): string {
	const text = stderr.trim() === '' ? stdout : stderr;
	const lines = text.trimEnd().split('\n').slice(-limits.lines);
	return lines.map(line => shortened(line, limits.lineLength)).join('\n');
}
