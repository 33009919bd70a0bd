import { parseArgs } from 'node:util';
import { BatchFolder, type InstanceResult } from '../../src/research/node/batches/batchFolder';
import { KeptResults, keptOptions } from '../support/keptResults';

const usage = `Keeps the rankings of an evaluation as digests, or compares them with kept ones bit for bit.
    npm run bench -- keptRankings --output DIR [--keep FILE] [--against FILE]
        DIR is the --output of faultline eval`;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { output: { type: 'string' }, ...keptOptions } });
	if (values.output === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const kept = new KeptResults(values);
	const folder = await BatchFolder.find(values.output);
	for (const { name, result } of await folder.results()) {
		if (result === 'damaged' || result.report?.evaluation === undefined) {
			throw new Error(`${folder.path}/results/${name} is damaged, or not of faultline eval: evaluate it again`);
		}
		kept.add(result.instance_id, { located: result.report.ranking, locations: locationsOf(result) });
	}
	kept.finish();
}

/** Without what may change from run to run: evidence has the number of its round, from 1. */
function locationsOf({ report }: InstanceResult): unknown {
	const rounds = report?.evaluation?.rounds ?? [];
	return report?.locations.map(({ evidence, ...location }) => ({
		...location,
		evidence: evidence.map(({ kind, text, node }) => ({
			...{ kind, text },
			...(node !== undefined && { round: rounds.indexOf(node) + 1 }),
		})),
	}));
}
