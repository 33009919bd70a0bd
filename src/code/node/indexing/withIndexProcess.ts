import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../system/pure/log';
import type { IndexProcess } from './indexProcess';
import type { MemoryLimit } from './memoryLimit';

export interface OwnProcess {
	/** Faultline's own folder. */
	readonly packageRoot: string;
	/** Absent: Node's default. */
	readonly memory?: MemoryLimit;
	readonly log: Log;
}

/** Does something with an index process that ends with it. On the command line nothing else needs the processors. */
export async function withIndexProcess<T>(
	{ packageRoot, memory, log }: OwnProcess,
	work: (process: IndexProcess) => Promise<T>,
): Promise<T> {
	// Loaded if there is something to index.
	const { IndexProcess } = await import('./indexProcess');
	const options = { workerFile: workerFileOf(packageRoot), packageRoot, nFree: 0, log };
	const process = new IndexProcess({ ...options, ...(memory && { memory: () => memory }) });
	try {
		return await work(process);
	} finally {
		await process.dispose();
	}
}

/** False in a source tree that is not built. */
export function hasIndexProcess(packageRoot: string): boolean {
	return existsSync(workerFileOf(packageRoot));
}

function workerFileOf(packageRoot: string): string {
	return join(packageRoot, 'dist', 'program', 'indexWorker.cjs');
}
