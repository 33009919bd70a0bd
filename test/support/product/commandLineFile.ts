import { join } from 'node:path';
import { repoRoot } from '../repoRoot';

/** The built command line. */
export const commandLineFile: string = join(repoRoot, 'dist', 'cli.js');
