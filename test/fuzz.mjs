/** `npm run fuzz`: 10,000 hostile inputs for each reader of foreign text, where `npm test` has a few hundred. */
process.env.FUZZ_RUNS ??= '10000';
if (!process.argv.includes('hostile/fuzz')) {
	process.argv.push('unit', 'hostile/fuzz');
}
await import('./run.mjs');
