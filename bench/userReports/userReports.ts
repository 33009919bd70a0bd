import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { groupBy } from '../support/groupBy';
import { blizzardReports } from './blizzard';
import { denchmarkReports } from './denchmark';
import { FixedReports, type LinkedReport } from './fixedReports';

/** Makes issues of what users reported, with the developers' fix of each, for `ranking --reports` and `faultline eval`. */
const usage = `npm run bench -- userReports --sources DIR --repos DIR --output FILE
  --sources  clones or bare git directories of RosePasta/Denchmark_BRs and of
             masud-technope/BLIZZARD-Replication-Package-ESEC-FSE2018, named OWNER__NAME; one of them is enough
  --repos    the projects, each with its whole history, named OWNER__NAME; those that are absent are left out
  --output   outside of this repository: the reports are not ours. NAME.jsonl.gz`;

const { values: options } = parseArgs({
	options: { sources: { type: 'string' }, repos: { type: 'string' }, output: { type: 'string' } },
});

const { sources, repos, output } = options;
if (sources === undefined || repos === undefined || output === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	make(sources, repos, output);
}

function make(from: string, clones: string, file: string): void {
	const fixed = new FixedReports(clones);
	const linked: readonly LinkedReport[] = [...denchmarkReports(from, clones), ...blizzardReports(from, clones)];
	const rows = linked.flatMap(report => fixed.rowOf(report) ?? []);
	for (const [why, n] of fixed.leftOut) {
		console.error(`${n} left out: ${why}`);
	}
	for (const [repo, some] of groupBy(rows, row => row.repo)) {
		console.error(`${repo}: ${some.length}`);
	}
	const text = rows.map(row => `${JSON.stringify(row)}\n`).join('');
	writeFileSync(file, file.endsWith('.gz') ? gzipSync(text) : text);
	console.log(`${rows.length} reports of ${groupBy(rows, row => row.repo).size} projects in ${file}`);
}
