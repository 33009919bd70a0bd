import { join } from 'node:path';
import { repoRoot } from '../repoRoot';

/** The built page of the webview, with its styles and symbols. */
export const webviewFolder: string = join(repoRoot, 'dist', 'webview');
