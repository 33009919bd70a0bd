import { type Command, type CommandCall, commonOptions, UsageError } from '../command';
import { engineOptions, fixOptions } from '../engineOptions';
import { queueOptions } from '../queue/queueOptions';
import { clearQueue, retryJobs, showStatus } from '../queue/queueStatus';
import { submitJobs } from '../queue/submitJobs';
import { workerOptions, workOnQueue } from '../queue/workOnQueue';
import help from './queueHelp.md';

interface Action {
	readonly options: Command['options'];
	readonly act: (call: CommandCall) => Promise<number>;
}

const yes = { yes: { type: 'boolean', short: 'y' } } as const;
const { strategy, ...ofWorkers } = { ...engineOptions, ...fixOptions };

const actions: Readonly<Record<string, Action>> = {
	submit: {
		options: {
			...yes,
			strategy,
			...{ instances: { type: 'string' }, tries: { type: 'string' }, 'retry-seconds': { type: 'string' } },
		},
		act: submitJobs,
	},
	work: {
		options: {
			...{ output: { type: 'string' }, repositories: { type: 'string' }, jobs: { type: 'string' } },
			...{ 'instance-seconds': { type: 'string' }, ...workerOptions, ...ofWorkers },
		},
		act: workOnQueue,
	},
	status: { options: {}, act: showStatus },
	retry: { options: {}, act: retryJobs },
	clear: { options: yes, act: clearQueue },
};

/** `faultline queue`: many issues on several machines, from a queue in Redis. */
export const queueCommand: Command = {
	name: 'queue',
	help,
	options: Object.assign({ ...queueOptions }, ...Object.values(actions).map(({ options }) => options)),
	async run(call) {
		const [name = ''] = call.positionals;
		const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
		if (action === undefined) {
			throw new UsageError(
				'Usage: faultline queue submit|work|status|retry|clear --queue redis://HOST. See `faultline queue --help`.',
			);
		}
		const own = { ...action.options, ...queueOptions, ...commonOptions };
		const other = Object.keys(call.values).find(each => call.values[each] !== undefined && !Object.hasOwn(own, each));
		if (other !== undefined) {
			const why = other === 'strategy' ? ': a job has it from `queue submit`' : '';
			throw new UsageError(`queue ${name} has no --${other}${why}. See \`faultline queue --help\`.`);
		}
		const ofFix = Object.keys(fixOptions).find(each => call.values[each] !== undefined);
		if (ofFix !== undefined && call.positionals[1] !== 'fix') {
			throw new UsageError(`--${ofFix} is about writing patches: it goes with \`faultline queue work fix\`.`);
		}
		return action.act(call);
	},
};
