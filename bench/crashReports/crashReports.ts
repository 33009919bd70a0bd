import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import type { LanguageData } from '../../src/code/pure/languages/languageData';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import type { IssueBrief } from '../../src/runs/pure/model/brief';
import { issueFromText } from '../../src/runs/pure/model/issueFromText';
import { blameOrder, stackWeight } from '../../src/testing/pure/traces/blameOrder';

/**
 * Reads the crash reports that syzkaller's own tests have (pkg/report/testdata/linux), without their headers, and
 * compares: the function that a title names with the frames in the order of blame, and the guilty file with the file of
 * the first of them. Files with an even number are for tuning, the others are only counted.
 */
const usage = `npm run bench -- crashReports --samples DIR [--list]
  --samples  a folder with the folders report and guilty
  --list     the samples with an even number whose function or file is not first`;

const { values: options } = parseArgs({
	options: { samples: { type: 'string' }, list: { type: 'boolean', default: false } },
});

/** A sample: what its header states, and the log. */
interface Sample {
	readonly name: string;
	readonly isEven: boolean;
	readonly header: ReadonlyMap<string, string>;
	readonly log: string;
}

/** How far from the first a wanted frame is: 0 for the first one, infinity where it is missing. */
interface Found {
	readonly sample: Sample;
	readonly wanted: string;
	readonly position: number;
	readonly first: string;
}

const folder = options.samples;
if (folder === undefined || !existsSync(join(folder, 'report'))) {
	console.error(usage);
	process.exitCode = 2;
} else {
	measure(resolve(folder));
}

function measure(samples: string): void {
	const { languages } = openGrammarFolder(process.cwd());
	const reports = readSamples(join(samples, 'report'));
	const failed = reports.filter(sample => frameOrder(sample, languages) === undefined);
	console.log(`${reports.length} reports, ${failed.length} exceptions`);
	const named = reports.flatMap(sample => {
		const wanted = titleFunctions(sample.header.get('TITLE') ?? '');
		return wanted === undefined ? [] : [functionFound(sample, wanted, languages)];
	});
	const guilty = readSamples(join(samples, 'guilty')).flatMap(sample => {
		const wanted = sample.header.get('FILE');
		return wanted === undefined ? [] : [fileFound(sample, wanted, languages)];
	});
	for (const isEven of [true, false]) {
		console.log(isEven ? 'Even (tuned)' : 'Odd (held out)');
		printRates(
			'function of the title',
			named.filter(({ sample }) => sample.isEven === isEven),
		);
		printRates(
			'guilty file',
			guilty.filter(({ sample }) => sample.isEven === isEven),
		);
	}
	if (options.list) {
		for (const { sample, wanted, position, first } of [...named, ...guilty]) {
			if (sample.isEven && position > 0) {
				console.log(`${sample.name}\t${position}\t${wanted}\t${first}\t${sample.header.get('TITLE') ?? ''}`);
			}
		}
	}
}

/** Lines `KEY: value` up to the first empty line are the header; lines with `#` are remarks. */
function readSamples(folder: string): Sample[] {
	const names = readdirSync(folder).filter(name => /^\d+$/.test(name));
	return names
		.sort((a, b) => Number(a) - Number(b))
		.map(name => {
			const text = readFileSync(join(folder, name), 'utf8');
			const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n') + 1;
			const lines = text.slice(0, end).split('\n');
			const header = lines.map(line => /^([A-Z]+): (.*)$/.exec(line) ?? []).filter(match => match.length > 0);
			return {
				name,
				isEven: Number(name) % 2 === 0,
				header: new Map(header.map(([, key = '', value = '']) => [key, value])),
				log: text.slice(end),
			};
		});
}

/** The functions of `KASAN: use-after-free Read in foo` or `data-race in foo / bar`, either of which is right; undefined where a title names no function, or says that the report is damaged. */
function titleFunctions(title: string): readonly string[] | undefined {
	const names = / in ([A-Za-z_][\w.]*)(?: ?\/ ?([A-Za-z_][\w.]*))?$/
		.exec(title)
		?.slice(1)
		.filter(name => name !== undefined);
	return names === undefined || names[0] === 'corrupted' ? undefined : names;
}

function briefOf(log: string, languages: readonly LanguageData[]): IssueBrief | undefined {
	const issue = issueFromText(log, { kind: 'text' });
	return issue && makeBrief(issue, languages);
}

/** The frames of a log, the likeliest first; undefined where reading it throws. */
function frameOrder({ log }: Sample, languages: readonly LanguageData[]) {
	try {
		const tracebacks = briefOf(log, languages)?.tracebacks ?? [];
		const [first] = tracebacks;
		return tracebacks
			.map(traceback => ({ traceback, weight: first === undefined ? 0 : stackWeight(traceback, first) }))
			.sort((a, b) => b.weight - a.weight)
			.flatMap(({ traceback }) => blameOrder(traceback));
	} catch (error) {
		console.error(error);
		return undefined;
	}
}

function functionFound(sample: Sample, wanted: readonly string[], languages: readonly LanguageData[]): Found {
	const functions = (frameOrder(sample, languages) ?? []).flatMap(frame => frame.function ?? []).map(plainName);
	const distinct = [...new Set(functions)];
	return found(sample, wanted.map(plainName), distinct);
}

/**
 * System calls have other names on other machines, and a title names none of them. What waits for other CPUs or for a
 * grace period of RCU has one name in titles.
 */
function plainName(name: string): string {
	if (/^synchronize_(?:s?rcu|net|sched)/.test(name)) {
		return 'synchronize_rcu';
	}
	return name.startsWith('smp_call_function')
		? 'smp_call_function'
		: name.replace(/^(?:__(?:x64|ia32|arm64|se|do)_+|_+)?(?:compat_)?(?:k?sys|SYSC|SyS)_/, '').replace(/\..*$/, '');
}

function fileFound(sample: Sample, wanted: string, languages: readonly LanguageData[]): Found {
	const files = (frameOrder(sample, languages) ?? []).map(({ file }) => file).filter(file => file !== '');
	return found(sample, [wanted], [...new Set(files)]);
}

function found(sample: Sample, wanted: readonly string[], all: readonly string[]): Found {
	const at = all.findIndex(each => wanted.includes(each));
	return {
		sample,
		wanted: wanted.join(' / '),
		position: at === -1 ? Number.POSITIVE_INFINITY : at,
		first: all[0] ?? '',
	};
}

function printRates(name: string, all: readonly Found[]): void {
	const share = (limit: number) => {
		const n = all.filter(({ position }) => position < limit).length;
		return `${n} of ${all.length} (${((100 * n) / all.length).toFixed(1)} %)`;
	};
	const nMissing = all.filter(({ position }) => position === Number.POSITIVE_INFINITY).length;
	console.log(`  ${name}: first ${share(1)}, in the first five ${share(5)}, missing ${nMissing}`);
}
