import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A version with a digest of its programs: results of two builds are never mixed, even if they have the same version.
 */
export function buildOf(version: string, packageRoot: string): string {
	const folder = join(packageRoot, 'dist');
	const programs = readdirSync(join(folder, 'program'))
		.filter(name => name.endsWith('.cjs'))
		.sort();
	const hash = createHash('sha256');
	for (const file of [...programs.map(name => join('program', name)), 'languages.json']) {
		hash.update(readFileSync(join(folder, file)));
	}
	return `${version} (build ${hash.digest('hex').slice(0, 8)})`;
}
