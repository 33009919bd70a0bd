import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../pure/errors/userError';

/** The package's folder above a file of it, built or not. */
export function packageRootAbove(folder: string): string {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, 'syntaxes')) && existsSync(join(at, 'package.json'))) {
			return at;
		}
		if (at === dirname(at)) {
			throw new UserError(`Faultline's installation is broken: no syntaxes folder above ${folder}. Install it again.`);
		}
	}
}
