import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createOpenAiModel } from '../../src/models/node/openAiModel';
import { startBridge } from '../liveModel/bridge';
import { askCases, resultsIn } from './askCases';
import { modelPlayer } from './modelPlayer';
import { driverPlayer, type Player } from './player';
import { readCases } from './readCases';
import { comparisonText, readResults, resultText } from './scenarioResult';

const usage = `Asks the public tools the questions of the scenario suite, by a driver for each kind of question or by a model.
    npm run bench -- scenarios --repos DIR [--cases DIR] [--kind KIND] [--only ID,...]... [--kept] [--build DIR]
        [--model openai:NAME [--base-url URL] | --bridge DIR] [--output DIR [--resume]] [--against DIR]`;

const options = {
	repos: { type: 'string' },
	cases: { type: 'string', default: 'bench/scenarios' },
	kind: { type: 'string' },
	only: { type: 'string', multiple: true },
	kept: { type: 'boolean' },
	build: { type: 'string', default: 'dist' },
	model: { type: 'string' },
	'base-url': { type: 'string' },
	bridge: { type: 'string' },
	output: { type: 'string' },
	resume: { type: 'boolean' },
	against: { type: 'string' },
} as const;

type Values = ReturnType<typeof readArguments>;

void main();

function readArguments() {
	return parseArgs({ options }).values;
}

async function main(): Promise<void> {
	const values = readArguments();
	const { repos, build, against, output, resume, model, bridge } = values;
	const isModel = model === undefined || /^openai:./.test(model);
	if (repos === undefined || !isModel || (model !== undefined && bridge !== undefined)) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const only = values.only?.flatMap(ids => ids.split(','));
	const asked = readCases(values.cases, { ...values, only });
	const results = await askCases(asked, { player: playerOf(values, 'now'), repos, build, output, resume });
	console.log(resultText(results));
	if (against !== undefined) {
		const isBuild = existsSync(join(against, 'cli.js'));
		const other = output === undefined ? undefined : join(output, 'against');
		const others = isBuild
			? await askCases(asked, { player: playerOf(values, 'against'), repos, build: against, output: other, resume })
			: [...readResults(resultsIn(against)).values()];
		console.log(`\n${comparisonText(results, new Map(others.map(each => [each.id, each])))}`);
	}
}

/** A model behind a bridge is asked in a folder for each case. */
function playerOf(values: Values, side: 'now' | 'against'): Player {
	const { model, bridge } = values;
	if (bridge !== undefined) {
		return modelPlayer('bridge', ({ id }) => openBridged(join(bridge, ...(side === 'now' ? [] : [side]), id)));
	}
	if (model === undefined) {
		return driverPlayer;
	}
	const name = model.replace(/^openai:/, '');
	const baseUrl = values['base-url'] ?? process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
	const apiKey = process.env.OPENAI_API_KEY;
	const endpoint = { baseUrl, model: name, replyForm: 'tools', ...(apiKey && { apiKey }) } as const;
	return modelPlayer(name, async () => ({ model: createOpenAiModel(endpoint) }));
}

async function openBridged(folder: string) {
	const bridge = await startBridge({ folder, model: 'bridge', form: 'tools' });
	return {
		model: createOpenAiModel({ baseUrl: bridge.baseUrl, model: 'bridge', replyForm: 'tools' }),
		async close() {
			writeFileSync(join(folder, 'END.md'), 'There are no more requests.\n');
			await bridge.close();
		},
	};
}
