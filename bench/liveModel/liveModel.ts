import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBridge } from './bridge';
import { type BridgeForm, bridgeForms } from './bridgeRequest';
import { CodeTrees } from './codeTrees';
import { judge } from './judge';
import { type LiveInstance, readLiveInstances } from './liveInstance';
import { appendResult, comparison, type LiveResult, readResults, resultTable } from './liveResult';
import { runFigures } from './runFigures';
import { runFix } from './runFix';
import { drawn } from './usable';

const usage = `Has a model, or someone in its place, fix issues with Faultline, or locate those without tests; tests that
they do not see judge the patches.
    npm run bench -- liveModel --instances DIR [--repos DIR] [--build DIR] [--only ID]... [--runs DIR]
        [--usable FILE [--draw N] [--seed N]] [--list]
        (--bridge DIR [--form FORM] [--context-tokens N] | --endpoint URL) [--model NAME]
        [--results FILE] [-- OPTIONS OF faultline fix OR locate...]
    npm run bench -- liveModel --results FILE [--against FILE]`;

const options = {
	instances: { type: 'string' },
	repos: { type: 'string', default: '.' },
	build: { type: 'string', default: 'dist' },
	only: { type: 'string', multiple: true },
	usable: { type: 'string' },
	draw: { type: 'string' },
	seed: { type: 'string', default: '12' },
	list: { type: 'boolean' },
	bridge: { type: 'string' },
	form: { type: 'string', default: 'tools' },
	'context-tokens': { type: 'string' },
	endpoint: { type: 'string' },
	model: { type: 'string', default: 'bridge' },
	runs: { type: 'string' },
	results: { type: 'string' },
	against: { type: 'string' },
} as const;

type Values = ReturnType<typeof readArguments>['values'];

void main();

function readArguments() {
	return parseArgs({ options, allowPositionals: true });
}

async function main(): Promise<void> {
	const { values, positionals } = readArguments();
	const { instances: folder, bridge, endpoint, results, against, list, form } = values;
	if (folder === undefined && results !== undefined) {
		printResults(results, against);
		return;
	}
	const hasPlayer = (bridge === undefined) !== (endpoint === undefined) && isForm(form);
	if (folder === undefined || !(hasPlayer || list)) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const chosen = chosenInstances(folder, values);
	if (list) {
		console.log(chosen.map(({ id }) => id).join('\n'));
		return;
	}
	const runs = resolve(values.runs ?? mkdtempSync(join(tmpdir(), 'faultline-runs-')));
	console.error(`The runs are kept in ${runs}`);
	const finished: LiveResult[] = [];
	for (const instance of chosen) {
		const result = await runInstance(instance, { values, runs, words: positionals });
		finished.push(result);
		if (results !== undefined) {
			mkdirSync(dirname(resolve(results)), { recursive: true });
			appendResult(results, result);
		}
	}
	console.log(resultTable(finished));
	if (against !== undefined) {
		console.log(`\n${comparison(new Map(finished.map(each => [each.id, each])), readResults(against))}`);
	}
}

function chosenInstances(folder: string, { usable, draw, seed, only }: Values): LiveInstance[] {
	const all = readLiveInstances(folder);
	const ids = usable === undefined ? all.map(({ id }) => id) : drawn(readFileSync(usable, 'utf8'), { draw, seed });
	const chosen = ids.filter(id => only === undefined || only.includes(id));
	return chosen.flatMap(id => all.filter(each => each.id === id));
}

interface Running {
	readonly values: Values;
	readonly runs: string;
	readonly words: readonly string[];
}

async function runInstance(instance: LiveInstance, { values, runs, words }: Running): Promise<LiveResult> {
	const { id } = instance;
	const build = resolve(values.build);
	const folder = join(runs, id);
	const trees = new CodeTrees(values.repos);
	const bridge = await bridgeFor(id, values);
	const startedAt = performance.now();
	try {
		const baseUrl = bridge?.baseUrl ?? values.endpoint ?? '';
		const end = await runFix(instance, trees, { build, baseUrl, model: values.model, folder, words });
		const ms = Math.round(performance.now() - startedAt);
		if (values.bridge !== undefined) {
			writeFileSync(join(values.bridge, id, 'END.md'), 'The run has ended: there are no more requests.\n');
		}
		const figures = runFigures(end.storage, instance.gold);
		const judgment = await judge(instance, trees, end.diff);
		return { id, build, ...figures, ...judgment, ms, ...(bridge && { traffic: bridge.traffic }) };
	} finally {
		await bridge?.close();
		trees.dispose();
	}
}

async function bridgeFor(id: string, values: Values) {
	const { bridge: folder, form, model, 'context-tokens': tokens } = values;
	if (folder === undefined || !isForm(form)) {
		return undefined;
	}
	const contextTokens = tokens === undefined ? {} : { contextTokens: Number(tokens) };
	return startBridge({ folder: join(folder, id), model, form, ...contextTokens });
}

function isForm(form: string): form is BridgeForm {
	return bridgeForms.some(each => each === form);
}

function printResults(file: string, against: string | undefined): void {
	const now = readResults(file);
	console.log(resultTable([...now.values()]));
	if (against !== undefined) {
		console.log(`\n${comparison(now, readResults(against))}`);
	}
}
