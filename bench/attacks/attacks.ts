import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { repoRoot } from '../../test/support/repoRoot';
import { attackKinds } from './attackKinds';
import { tryAttacks } from './tryAttacks';

const usage = `npm run bench -- attacks [--seed N] [KIND...]
  Tries variants of twelve kinds of attacks on the real programs, and prints how many succeeded. Needs a system with a
  sandbox. Exit code 1 where one succeeded, or could not be tried.`;

void main();

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { seed: { type: 'string', default: '1' } },
		allowPositionals: true,
	});
	const chosen = attackKinds.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
	if (!/^\d+$/.test(values.seed) || chosen.length < Math.max(1, positionals.length)) {
		console.error(`${usage}\n  Kinds: ${attackKinds.map(({ name }) => name).join(', ')}.`);
		process.exitCode = 2;
		return;
	}
	// What is attacked is the product as it is now.
	execFileSync(process.execPath, ['esbuild.config.mjs'], { cwd: repoRoot, stdio: 'inherit' });
	const outcomes = tryAttacks(chosen, Number(values.seed), {
		onEnd: (kind, seconds) => console.error(`${kind}: ${seconds.toFixed(1)} s`),
	});
	const problems: string[] = [];
	const rows: string[] = [];
	for (const [name, outcome] of outcomes) {
		const { nVariants, succeeded, errors, nControls } = await outcome;
		rows.push(`| ${name} | ${nVariants} | ${succeeded.length} | ${nControls} |`);
		problems.push(...succeeded.map(variant => `SUCCEEDED: ${name}: ${JSON.stringify(variant)}`));
		problems.push(...errors.map(error => `ERROR: ${name}: ${error}`));
	}
	console.log(['| kind | variants | succeeded | controls with effect |', '|---|---|---|---|', ...rows].join('\n'));
	console.log(problems.join('\n'));
	process.exitCode = problems.length === 0 ? 0 : 1;
}
