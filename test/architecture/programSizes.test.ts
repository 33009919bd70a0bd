import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programParts, sizeOf } from '../../bench/support/programParts';
import { productFolder } from '../support/product/productFolder';

/** What each program loads before it runs, in bytes of the build that is not minified. Raise one only for a reason. */
const mostAtStart = {
	'extension.cjs': 60_000,
	/** It includes the gate, as its log is redacted. */
	'commandLine.cjs': 81_000,
	'indexWorker.cjs': 506_000,
} as const;
/** Each part has some helpers of CommonJS of its own. */
const mostTogether = 5_970_000;
/** The package that speaks the Model Context Protocol, in a part that only `faultline mcp` loads. */
const mostMcp = 880_000;
/** The packages that speak to the server of a queue, in a part that only `faultline queue` loads. */
const mostQueue = 2_330_000;
const mostWebview = 300_000;

/** What the activation of the extension loads: it registers commands and pages, and the rest is loaded on first use. */
const loadedAtActivation = [
	'src/editor/display.ts',
	'src/editor/earlyServices.ts',
	'src/editor/failedCommands/failedCommand.ts',
	'src/editor/failedCommands/failedCommands.ts',
	'src/editor/firstUse.ts',
	'src/editor/ids.ts',
	'src/editor/lazyCommands.ts',
	'src/editor/loadInTurns.ts',
	'src/editor/locate/failedCommandOffer.ts',
	'src/editor/locate/problemOffers.ts',
	'src/editor/mcp/serverLauncher.ts',
	'src/editor/registerFormerCommands.ts',
	'src/editor/settings/modelChoice.ts',
	'src/editor/settings/modelKind.ts',
	'src/editor/settings/settingNames.ts',
	'src/extension.ts',
	'src/runs/pure/model/shortened.ts',
	'src/system/pure/errors/errorText.ts',
	'src/system/pure/errors/userError.ts',
	'src/system/pure/text/boundedText.ts',
	'src/system/pure/text/shownText.ts',
	'src/system/pure/text/terminalText.ts',
];

/** What is loaded beyond that at the first request for quick fixes, which VS Code makes at messages of all kinds. */
const loadedForQuickFixes = [
	'src/editor/locate/problemSources.json',
	'src/editor/locate/problems.ts',
	'src/editor/workspacePaths.ts',
	'src/system/node/files/rootFolder.ts',
];

describe('the activation of the extension', () => {
	it('loads these files only', () => {
		const { sources } = programParts(join(productFolder, 'program'), 'extension.cjs');
		assert.deepEqual([...sources.keys()].sort(), loadedAtActivation);
	});
});

describe('a request for quick fixes at a message', () => {
	it('loads these files only', () => {
		const { sources } = programParts(join(productFolder, 'program'), 'src/editor/locate/problems.ts');
		const own = [...sources.keys()].filter(path => path.startsWith('src/') && !loadedAtActivation.includes(path));
		assert.deepEqual(own.sort(), loadedForQuickFixes);
	});
});

const isOfMcp = (name: string) => name.startsWith('serveMcp-');
const isOfQueue = (name: string) => name.startsWith('jobQueue-');

describe('the size of', () => {
	const folder = join(productFolder, 'program');

	for (const [program, most] of Object.entries(mostAtStart)) {
		it(`${program} with what it imports is limited`, () => {
			const { atStart } = programParts(folder, program);
			const size = sizeOf(folder, atStart);
			assert.ok(size > most / 3, `${size} bytes: a part is missing`);
			assert.ok(size <= most, `${size} bytes in ${atStart.join(', ')}`);
		});
	}

	it('all programs together is limited, as they share their parts', () => {
		const parts = readdirSync(folder).filter(name => name.endsWith('.cjs') && !isOfMcp(name) && !isOfQueue(name));
		assert.ok(sizeOf(folder, parts) <= mostTogether, `${sizeOf(folder, parts)} bytes`);
	});

	it('the part for clients of MCP is limited', () => {
		const parts = readdirSync(folder).filter(name => name.endsWith('.cjs') && isOfMcp(name));
		assert.equal(parts.length, 1);
		assert.ok(sizeOf(folder, parts) <= mostMcp, `${sizeOf(folder, parts)} bytes`);
	});

	it('the part for queues is limited', () => {
		const parts = readdirSync(folder).filter(name => name.endsWith('.cjs') && isOfQueue(name));
		assert.equal(parts.length, 1);
		assert.ok(sizeOf(folder, parts) <= mostQueue, `${sizeOf(folder, parts)} bytes`);
	});

	it('no other part has the packages of a queue', () => {
		for (const program of Object.keys(mostAtStart)) {
			const { atStart } = programParts(folder, program);
			assert.deepEqual(atStart.filter(isOfQueue), []);
		}
		const all = JSON.parse(readFileSync(join(folder, 'parts.json'), 'utf8')) as Readonly<
			Record<string, { readonly inputs: object }>
		>;
		const having = Object.entries(all).filter(([, { inputs }]) =>
			Object.keys(inputs).some(path => /node_modules\/(?:bullmq|ioredis|msgpackr)\//.test(path)),
		);
		assert.equal(having.length, 1);
	});

	it('the script of the views is limited', () => {
		const { size } = statSync(join(productFolder, 'webview', 'main.js'));
		assert.ok(size <= mostWebview, `${size} bytes`);
	});
});
