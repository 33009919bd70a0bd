import { readFileSync } from 'node:fs';
import type { RunEvent } from '../../src/runs/pure/events/runEvent';
import type { Ranking } from '../../src/runs/pure/model/location';

export interface KernelRun {
	/** Milliseconds, one after the other. */
	readonly phases: {
		/** The program started, files listed and compared with the index, which is opened. */
		readonly opened: number;
		/** The words of the issue counted in all functions and files. */
		readonly weighed: number;
		/** Searches and what follows from them. */
		readonly rounds: number;
		readonly named: number;
	};
	readonly ranking: Ranking;
}

/** Reads the log of a run that a process located, which began at `startedAt`, milliseconds since 1970. */
export function readKernelRun(file: string, startedAt: number): KernelRun {
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	const events: readonly (RunEvent & { readonly at: number })[] = lines.map(line => JSON.parse(line));
	const timeOf = (isIt: (event: RunEvent) => boolean) => events.find(isIt)?.at ?? Number.NaN;
	const indexed = timeOf(({ type }) => type === 'indexed');
	const weighed = timeOf(({ type }) => type === 'nodeOpened');
	const naming = timeOf(event => event.type === 'nodeOpened' && event.key === 'name locations');
	const named = events.find(event => event.type === 'locationsNamed');
	if (named?.type !== 'locationsNamed') {
		throw new Error(`${file} has no locations`);
	}
	return {
		phases: {
			opened: indexed - startedAt,
			weighed: weighed - indexed,
			rounds: naming - weighed,
			named: (events.at(-1)?.at ?? Number.NaN) - naming,
		},
		ranking: named.ranking,
	};
}
