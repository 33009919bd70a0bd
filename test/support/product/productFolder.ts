import { join } from 'node:path';
import { repoRoot } from '../repoRoot';

/** Where the product is built. A test that imports this runs after each change of it: a part has a module of its own. */
export const productFolder: string = join(repoRoot, 'dist');
