import type { NeededFile, ReproducerData, ReproducerWay } from '../../../code/pure/languages/reproducerData';
import { readIfText } from '../../../code/pure/texts/readIfText';
import { exists, interpreterPrograms } from '../../../sandbox/pure/execution/programs';
import type { Files } from '../../../system/pure/files';

/**
 * The ways to run a reproducer whose required files exist, the preferred one first, each with every interpreter. The
 * project's own ways replace others with the same name.
 */
export async function usableWays(
	files: Files,
	{ ways, interpreter = [] }: Pick<ReproducerData, 'ways' | 'interpreter'>,
	interpreters?: ReadonlyMap<string, string>,
): Promise<readonly ReproducerWay[]> {
	const programs = interpreterPrograms(interpreter, interpreters);
	const usable: ReproducerWay[] = [];
	for (const way of ways) {
		const needed = [way.needs ?? []].flat();
		const found = await Promise.all(needed.map(file => isMet(files, file)));
		if (found.every(Boolean)) {
			usable.push(...(usesInterpreter(way) ? programs.map(program => withInterpreter(way, program)) : [way]));
		}
	}
	return usable;
}

/** The command line of a way for a script in the current folder; '' if that would not be enough. */
export function commandLine({ steps }: ReproducerWay, file: string): string {
	const line = steps.map(step => step.join(' ').replaceAll('{file}', file)).join(' && ');
	return line.includes('{') ? '' : line;
}

async function isMet(files: Files, needed: NeededFile): Promise<boolean> {
	return typeof needed === 'string'
		? exists(files, needed)
		: new RegExp(needed.matches, 'm').test(await readIfText(files, needed.file));
}

function usesInterpreter({ steps }: ReproducerWay): boolean {
	return steps.some(([program]) => program === placeholder);
}

function withInterpreter(way: ReproducerWay, program: string): ReproducerWay {
	const steps = way.steps.map(([first, ...rest]) => [first === placeholder ? program : (first ?? ''), ...rest]);
	return { ...way, steps };
}

const placeholder = '{interpreter}';
