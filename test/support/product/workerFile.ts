import { join } from 'node:path';
import { repoRoot } from '../repoRoot';

/** The built process that indexes. */
export const workerFile: string = join(repoRoot, 'dist', 'program', 'indexWorker.cjs');
