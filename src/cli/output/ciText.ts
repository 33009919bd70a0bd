import type { FailedJob } from '../../history/node/servers/githubJobs';
import type { CiFailure } from '../../localizer/pure/received/ci/readCiLog';
import type { Run } from '../../runs/pure/fold/run';
import { counted } from '../../system/pure/text/counted';
import type { RaisedAt } from '../../testing/pure/traces/raisedAt';
import type { Terminal } from '../terminal';
import { locationsText } from './runText';

export interface ShownFailure {
	readonly job: FailedJob | undefined;
	readonly failure: CiFailure;
	readonly raised: RaisedAt | undefined;
	readonly run: Run;
}

/** More names are counted only. */
const mostTests = 10;

/** The job, its failing step and tests, where the error was raised, and the ranked locations. */
export function ciText({ job, failure, raised, run }: ShownFailure, terminal: Terminal): string {
	const { step, tests, nLines, nKept } = failure;
	const heading = (text: string) => terminal.style('bold', text);
	const more = tests.length > mostTests ? [`  … and ${tests.length - mostTests} more: --json has them all.`] : [];
	return [
		heading(run.title),
		...(job === undefined
			? []
			: [`${job.workflow} › ${job.name}, ${job.commit.slice(0, 10)}`, terminal.style('dim', job.url)]),
		...(step === undefined ? [] : ['', heading('Failing step'), `  ${step}`]),
		...(tests.length === 0
			? ['', 'No failing test is named in the log.']
			: ['', heading('Failing tests'), ...tests.slice(0, mostTests).map(name => `  ${name}`), ...more]),
		...(raised === undefined ? [] : ['', heading('Raised at'), raisedText(raised, terminal)]),
		...['', heading('Suspect'), locationsText(run, terminal), ''],
		terminal.style('dim', `${counted(nKept, 'line')} of ${nLines} of the log were used. Kept as run ${run.id}.`),
	].join('\n');
}

function raisedText({ file, line, function: name, error }: RaisedAt, terminal: Terminal): string {
	const place = terminal.style('cyan', line === undefined ? file : `${file}:${line}`);
	return `  ${[place, name, error].filter(part => part !== undefined).join('  ')}`;
}
