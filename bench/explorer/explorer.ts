import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import OpenAI from 'openai';
import { startBridge } from '../liveModel/bridge';
import { CodeTrees } from '../liveModel/codeTrees';
import { type LiveInstance, readLiveInstances } from '../liveModel/liveInstance';
import { openMcpDoor } from '../scenarios/mcpDoor';
import { readJsonLines } from '../support/benchData';
import { type Arm, arms, type Exploration, pairReport } from './exploration';
import { bashTool, explore, faultlineTools, skillTool } from './exploreLoop';

const usage = `Has a model, or someone in its place, find the lines to change for an issue, with a shell alone, with Faultline's skill
and command line as well, or with its skill and its server. The report compares the others with the first.
    npm run bench -- explorer --instances DIR [--repos DIR] [--build DIR] [--only ID]... --arm bash|skill|server
        (--bridge DIR | --endpoint URL) [--model NAME] --results FILE
    npm run bench -- explorer --results FILE`;

const options = {
	instances: { type: 'string' },
	repos: { type: 'string', default: '.' },
	build: { type: 'string', default: 'dist' },
	only: { type: 'string', multiple: true },
	arm: { type: 'string' },
	bridge: { type: 'string' },
	endpoint: { type: 'string' },
	model: { type: 'string', default: 'bridge' },
	results: { type: 'string' },
} as const;

interface Chosen {
	readonly arm: Arm;
	readonly build: string;
	readonly repos: string;
	readonly model: string;
	readonly bridge?: string;
	readonly endpoint?: string;
}

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({ options });
	const { instances, arm, bridge, endpoint, results, only, repos, build, model } = values;
	if (instances === undefined && results !== undefined) {
		printReport(results);
		return;
	}
	const isArm = arms.some(each => each === arm);
	if (
		instances === undefined ||
		results === undefined ||
		!isArm ||
		(bridge === undefined) === (endpoint === undefined)
	) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	mkdirSync(dirname(resolve(results)), { recursive: true });
	const known = existsSync(results) ? readJsonLines<Exploration>(results) : [];
	const chosen: Chosen = {
		...{ arm: arm as Arm, build: resolve(build), repos, model },
		...(bridge !== undefined && { bridge }),
		...(endpoint !== undefined && { endpoint }),
	};
	for (const instance of readLiveInstances(instances)) {
		const isDone = known.some(each => each.id === instance.id && each.arm === arm);
		if (!isDone && (only === undefined || only.includes(instance.id))) {
			appendFileSync(results, `${JSON.stringify(await exploreInstance(instance, chosen))}\n`);
		}
	}
	printReport(results);
}

function printReport(results: string): void {
	const all = readJsonLines<Exploration>(results);
	console.log(
		arms
			.slice(1)
			.map(arm => pairReport(all, arm))
			.join('\n\n'),
	);
}

async function exploreInstance(instance: LiveInstance, chosen: Chosen): Promise<Exploration> {
	const { arm, build, repos, model } = chosen;
	const { id, issue, fix = '' } = instance;
	const trees = new CodeTrees(repos);
	const player = await playerOf(id, chosen);
	try {
		const { folder } = await trees.fresh(instance);
		const scratch = mkdtempSync(join(tmpdir(), 'faultline-explorer-'));
		const storage = join(scratch, 'storage');
		const door = arm === 'server' ? await openMcpDoor({ build, folder, storage }) : undefined;
		const programs = arm === 'skill' ? commandLine(build, scratch, storage) : undefined;
		const skill = readFileSync(join(build, '..', 'plugin', 'skills', 'locate-a-bug', 'SKILL.md'), 'utf8');
		const tools = [
			bashTool(folder, programs),
			...(arm === 'bash' ? [] : [skillTool(skill)]),
			...(door === undefined ? [] : faultlineTools(door)),
		];
		try {
			const client = new OpenAI({
				baseURL: player.baseUrl,
				apiKey: process.env.OPENAI_API_KEY ?? 'none',
				timeout: hourMs,
			});
			return { id, arm, ...(await explore({ client, model, issue, fix, folder, tools })) };
		} finally {
			await door?.close();
		}
	} finally {
		await player.close();
		trees.dispose();
	}
}

const hourMs = 3_600_000;

/** A folder with a program `faultline`, which keeps its index in `storage`. */
function commandLine(build: string, scratch: string, storage: string): string {
	const folder = join(scratch, 'bin');
	mkdirSync(folder);
	const line = `exec ${process.execPath} ${join(build, 'cli.js')} "$@" --storage ${storage}`;
	writeFileSync(join(folder, 'faultline'), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
	return folder;
}

async function playerOf(id: string, { arm, bridge, endpoint = '', model }: Chosen) {
	if (bridge === undefined) {
		return { baseUrl: endpoint, close: () => Promise.resolve() };
	}
	const folder = join(resolve(bridge), `${id}.${arm}`);
	const started = await startBridge({ folder, model, form: 'tools' });
	return {
		baseUrl: started.baseUrl,
		close: () => {
			writeFileSync(join(folder, 'END.md'), 'The exploration has ended: there are no more requests.\n');
			return started.close();
		},
	};
}
