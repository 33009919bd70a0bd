import type { TestReport } from '../../src/runs/pure/model/testing/testReport';
import { faultlineCli } from '../../test/support/faultlineCli';
import type { Lab } from './lab';

export interface ConfinedOptions {
	readonly uid: number | undefined;
	readonly sandbox: boolean;
	readonly env?: Readonly<Record<string, string>>;
	/** Of the process of Faultline. */
	readonly cwd?: string;
}

/**
 * Runs a program as `faultline tests --run` does, in a project of the lab, and returns what it reports. `source` is
 * CommonJS with a function `attempts()` whose result are words: each becomes the name of a test, since only these are in
 * the report of a run.
 */
export async function confinedProgram(
	lab: Lab,
	project: string,
	source: string,
	{ uid, sandbox, env, cwd }: ConfinedOptions,
): Promise<readonly string[]> {
	lab.write({
		[`${project}/package.json`]: '{"scripts":{"test":"node --test"}}',
		[`${project}/test/attempts.test.cjs`]: `${source}\nfor (const word of new Set(attempts())) require('node:test')(word, () => {});\n`,
	});
	lab.giveTo(uid);
	const { stdout, stderr } = await faultlineCli(
		['tests', '--workspace', lab.path(project), '--run', '--json', ...(sandbox ? [] : ['--no-sandbox'])],
		{
			env: { FAULTLINE_STORAGE: lab.path('storage'), ...env },
			...(uid !== undefined && { uid }),
			...(cwd !== undefined && { cwd }),
		},
	);
	if (stdout === '') {
		throw new Error(`the program did not run: ${stderr}`);
	}
	const { tests } = JSON.parse(stdout) as TestReport;
	return tests.map(({ id }) => id.slice(id.indexOf('::') + 2));
}
