import { parseArgs } from 'node:util';
import { attackKinds } from './attacks/attackKinds';
import { type AttackOutcome, Lab } from './attacks/lab';

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
	const outcomes = new Map<string, AttackOutcome>();
	const left = [...chosen];
	const next = async () => {
		for (let kind = left.shift(); kind !== undefined; kind = left.shift()) {
			const startedAt = performance.now();
			const lab = new Lab(kind.name, Number(values.seed));
			const problem = await kind.attack(lab).then(
				() => [],
				(error: Error) => [error.stack ?? error.message],
			);
			const outcome = lab.close();
			outcomes.set(kind.name, { ...outcome, errors: [...outcome.errors, ...problem] });
			console.error(`${kind.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
		}
	};
	// Most of them wait for programs that they started.
	await Promise.all([next(), next(), next()]);
	console.log('| kind | variants | succeeded | controls with effect |\n|---|---|---|---|');
	for (const { name } of chosen) {
		const { nVariants = 0, succeeded = [], nControls = 0 } = outcomes.get(name) ?? {};
		console.log(`| ${name} | ${nVariants} | ${succeeded.length} | ${nControls} |`);
	}
	for (const [name, { succeeded, errors }] of outcomes) {
		for (const variant of succeeded) {
			console.log(`SUCCEEDED: ${name}: ${JSON.stringify(variant)}`);
		}
		for (const error of errors) {
			console.log(`ERROR: ${name}: ${error}`);
		}
		if (succeeded.length + errors.length > 0) {
			process.exitCode = 1;
		}
	}
}
