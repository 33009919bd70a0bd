import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import { IndexProcess } from '../../../../src/code/node/indexing/indexProcess';
import { loadTrigrams, trigramFile } from '../../../../src/code/node/indexing/trigramFile';
import { wordStorage, wordsFile } from '../../../../src/code/node/indexing/wordsFile';
import { openGrammarFolder } from '../../../../src/code/node/languages/grammarFolder';
import { OpenSectionFiles } from '../../../../src/code/node/savedFiles/openSectionFiles';
import { readCodeWords } from '../../../../src/code/pure/calls/codeWords';
import { SymbolIndex } from '../../../../src/code/pure/index/symbolIndex';
import { TermMatchers } from '../../../../src/code/pure/index/words/termMatchers';
import { WorkspaceWords } from '../../../../src/code/pure/index/words/workspaceWords';
import { KeptTexts } from '../../../../src/code/pure/texts/keptTexts';
import { callTool } from '../../../../src/models/pure/tools/callTool';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';
import type { Progress } from '../../../../src/system/pure/progress';
import { workerFile } from '../../../support/product/workerFile';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';
import { rounds } from '../../../support/thorough';

const nRounds = rounds(9, 30);

describe('an index process that is killed', () => {
	const folder = new TestFolder();
	let log: RecordedLog;
	let indexer: IndexProcess;
	let opened: OpenSectionFiles;

	beforeEach(() => {
		log = new RecordedLog();
		opened = new OpenSectionFiles();
		indexer = new IndexProcess({ workerFile, packageRoot: repoRoot, log });
	});
	afterEach(async () => {
		opened[Symbol.dispose]();
		await indexer.dispose();
	});

	const cacheFile = () => folder.path('saved.index');
	const place = () => ({ roots: [{ name: 'ws', dir: folder.path('ws') }], excludes: [], cacheFile: cacheFile() });
	const { fingerprint } = openGrammarFolder(repoRoot);
	const build = (onProgress: (progress: Progress) => void = () => undefined) =>
		indexer.build({ ...place(), fingerprint, opened, onProgress });
	const plain = async () => (await openWorkspace({ ...place(), packageRoot: repoRoot, log })).workspace;
	/** What a process is writing, or was when it was killed. */
	const drafts = (kind: string) =>
		readdirSync(folder.path()).filter(name => name.startsWith(`saved.${kind}.`) && name.endsWith('.tmp'));

	/** Each round another text in each file, which are all read again. */
	function writeFiles(nFiles: number, round: number): void {
		const texts = Array.from({ length: nFiles }, (_, at) => [
			`ws/many/${at}.py`,
			`class C${at}:\n    def run_${at % 7 === round % 7 ? round : at}(self): pass\n`,
		]);
		folder.write(Object.fromEntries(texts));
	}

	/** Kills the process as soon as it is time; whether it was still at work. */
	async function killWhen(isTime: () => boolean, working: Promise<unknown>): Promise<boolean> {
		const { processId = 0 } = indexer;
		let hasEnded = false;
		const result = working.then(
			() => true,
			() => false,
		);
		void result.then(() => (hasEnded = true));
		while (!hasEnded && !isTime()) {
			await new Promise(setImmediate);
		}
		process.kill(processId, 'SIGKILL');
		while (indexer.processId === processId) {
			await new Promise(setImmediate);
		}
		return !(await result);
	}

	function assertSound(): void {
		assert.deepEqual(
			log.lines.filter(line => /damaged|cannot be read/.test(line)),
			[],
		);
		assert.deepEqual(['index', 'words', 'trigrams'].flatMap(drafts), [], 'what is left behind is removed');
	}

	/** A phase may end before it is seen; then it is tried again. */
	const isEnough = (round: number, counts: Readonly<Record<string, number>>) =>
		round >= nRounds && (Object.values(counts).every(count => count > 0) || round >= 10 * nRounds);

	it('while it starts, reads or saves: the same answers, and nothing damaged is read', async () => {
		const counts = { start: 0, read: 0, save: 0 };
		for (let round = 0; !isEnough(round, counts); round++) {
			writeFiles(450, round);
			const before = existsSync(cacheFile()) && readFileSync(cacheFile());
			const [phase, share] = [(['start', 'read', 'save'] as const)[round % 3] ?? 'start', (round % 4) / 4];
			let last: Progress | undefined;
			const dying = build(progress => {
				last = progress;
			});
			const isTime = {
				start: () => true,
				read: () => last !== undefined && last.done >= share * last.total,
				save: () => drafts('index').length > 0,
			}[phase];
			const wasAtWork = await killWhen(isTime, dying);
			const isSaved = existsSync(cacheFile()) && before !== false && !readFileSync(cacheFile()).equals(before);
			const wasSaving = drafts('index').length > 0;
			if (wasAtWork && !isSaved) {
				counts[wasSaving ? 'save' : last === undefined ? 'start' : 'read']++;
			}
			const { table } = await build();
			assert.deepEqual(new SymbolIndex(table).files(), (await plain()).index.files(), `${phase}, round ${round}`);
		}
		assert.ok(counts.start > 0 && counts.read > 0 && counts.save > 0, JSON.stringify(counts));
		assertSound();
	});

	it('while it makes words and trigrams, or saves them: the same answers, and nothing damaged is read', async () => {
		/** What a search and the words of all code answer, with what is saved. */
		const answers = async (saved: boolean, round: number) => {
			const workspace = {
				...(await plain()),
				...(saved && {
					texts: new KeptTexts(loadTrigrams(trigramFile(cacheFile()), opened, log)),
					words: new WorkspaceWords({
						storage: wordStorage(wordsFile(cacheFile()), opened, log),
						pause: async () => undefined,
					}),
				}),
			};
			const found = await callTool(searchTools, 'search_code', { query: `run_${round}(` }, { workspace });
			const { words, model } = await readCodeWords(workspace);
			const { rowStarts, counts } = await words.countsOf(new TermMatchers(['run', `${round}`], words.stopWords));
			const byFile = model.files.map(path => {
				const { start, end } = words.segmentsOf(path);
				return [path, ...counts.subarray(rowStarts[start], rowStarts[end])];
			});
			return { text: found.text, byFile };
		};
		const counts = { words: 0, saveWords: 0, trigrams: 0, saveTrigrams: 0 };
		const phases = Object.keys(counts) as (keyof typeof counts)[];
		for (let round = 0; !isEnough(round, counts); round++) {
			writeFiles(40, round);
			await build();
			let last: Progress | undefined;
			const dying = indexer.buildTexts({
				...place(),
				onProgress: progress => {
					last = progress;
				},
			});
			const isTime = {
				words: () => last !== undefined,
				saveWords: () => drafts('words').length > 0,
				trigrams: () => last !== undefined && last.done > last.total / 2,
				saveTrigrams: () => drafts('trigrams').length > 0,
			}[phases[round % phases.length] ?? 'words'];
			const wasAtWork = await killWhen(isTime, dying);
			const draft =
				drafts('words').length > 0 ? 'saveWords' : drafts('trigrams').length > 0 ? 'saveTrigrams' : undefined;
			if (wasAtWork && last !== undefined) {
				const { done, total } = last;
				counts[draft ?? (done <= total / 2 ? 'words' : 'trigrams')]++;
			}
			assert.deepEqual(await answers(true, round), await answers(false, round), `round ${round}`);
			await indexer.buildTexts({ ...place(), onProgress: () => undefined });
			assert.deepEqual(await answers(true, round), await answers(false, round), `round ${round}, made again`);
		}
		assert.ok(
			phases.every(phase => counts[phase] > 0),
			JSON.stringify(counts),
		);
		assertSound();
	});
});
