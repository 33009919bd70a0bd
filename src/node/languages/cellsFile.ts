import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CellData } from '../../core/index/cellData';
import { UserError } from '../../core/util/userError';

/** The `cells` of a `language.json` with the text of its program. Throws `UserError` that names a wrong field. */
export function readCells(folder: string, data: unknown): CellData | undefined {
	if (data === undefined) {
		return undefined;
	}
	const { program, command } = Object(data) as Record<string, unknown>;
	const isCommand = Array.isArray(command) && command.every(word => typeof word === 'string');
	if (typeof program !== 'string' || !/^[\w.]+$/.test(program) || !isCommand || command[0] !== '{interpreter}') {
		throw new UserError('"cells" needs a "program", a file beside it, and a "command" that begins with {interpreter}');
	}
	return { program: readFileSync(join(folder, program), 'utf8'), command };
}
