import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import ignore from 'ignore';
import { loadIndexCache } from '../../src/code/node/indexing/indexCacheFile';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { OpenSectionFiles } from '../../src/code/node/savedFiles/openSectionFiles';
import { readGitConfig } from '../../src/history/node/servers/readGitConfig';
import { readRunLog } from '../../src/runs/node/runLogLines';
import { applyDiff } from '../../src/runs/pure/diff/applyDiff';
import { parseDiff } from '../../src/runs/pure/diff/parseDiff';
import { readEvaluation, readImport } from '../../src/sharing/pure/importing/readImport';
import { UserError } from '../../src/system/pure/errors/userError';
import { decodeText } from '../../src/system/pure/text/decodeText';
import { ignorePatterns } from '../../src/system/pure/text/ignorePatterns';
import { RecordedLog } from '../support/recordedLog';
import { TestFolder } from '../support/testFolder';
import { type ForeignReader, foreignReaders } from './foreignReaders';
import { hostileUnits } from './hostileUnits';

/** `npm run fuzz` sets 10,000. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 200);

const unit = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...hostileUnits) },
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc.json({ maxDepth: 3 }),
);
const part = fc.oneof(
	{ weight: 3, arbitrary: unit },
	fc.tuple(unit, fc.nat(40)).map(([text, n]) => text.repeat(n)),
);
const hostileText = fc.array(part, { maxLength: 25 }).map(parts => parts.join(''));

/** Those whose text is part of a larger thing, or which may refuse it by a `UserError`. */
const otherReaders: readonly ForeignReader[] = [
	{ name: 'an ignore file', read: text => ignore().add(ignorePatterns(text, 'a/')).ignores('a/b/c.txt') },
	{ name: "a run's log", read: text => readRunLog(Buffer.from(text), 'run.jsonl') },
	{
		name: "a run's log after its start",
		read: text => readRunLog(Buffer.from(`${runStarted}\n${text}\n`), 'run.jsonl'),
	},
	{ name: 'a run to import', read: text => readImport(text, 'a') },
	{ name: 'an evaluation to import', read: text => readEvaluation(text, 'a') },
	{ name: 'a configuration of git', read: readGitConfig },
	{ name: 'the bytes of a file', read: text => decodeText(Buffer.from(text, 'latin1')) },
	{ name: 'a diff that is applied', read: text => parseDiff(text).map(diff => applyDiff(text, diff)) },
];

const runStarted = JSON.stringify({
	...{
		v: 2,
		seq: 1,
		at: 1,
		node: 'run',
		type: 'runStarted',
		runId: 'a',
		engine: 'embedded',
		version: '1',
		workspace: [],
	},
	issue: { title: 'a', body: 'a', source: { kind: 'text' } },
});

describe('any text', () => {
	const folder = new TestFolder();

	for (const { name, read } of [...foreignReaders(), ...otherReaders]) {
		it(`is read, or refused with a reason: ${name}`, () => {
			fc.assert(
				fc.property(hostileText, text => {
					try {
						read(text);
					} catch (error) {
						assert.ok(error instanceof UserError, error as Error);
					}
				}),
				{ numRuns },
			);
		});
	}

	it('is read, or refused with a reason: a saved index', () => {
		const bytes = fc.oneof(
			hostileText.map(text => Buffer.from(text)),
			hostileText.map(text => {
				const header = Buffer.from(text);
				const prefix = Buffer.from('FAULTLNX01234567', 'latin1');
				prefix.writeUInt32LE(header.length, 8);
				prefix.writeUInt32LE(crc32(header), 12);
				return Buffer.concat([prefix, header, Buffer.alloc(8)]);
			}),
		);
		fc.assert(
			fc.property(bytes, content => {
				folder.write({ 'a.index': content });
				using opened = new OpenSectionFiles();
				const use = { fingerprint: '', opened, log: new RecordedLog() };
				assert.equal(loadIndexCache(folder.path('a.index'), use), undefined);
			}),
			{ numRuns },
		);
	});

	it('is read, or refused with a reason: a language file', () => {
		const field = fc.constantFrom(
			'id',
			'name',
			'extensions',
			'grammar',
			'blank',
			'recognize',
			'definitions',
			'extends',
		);
		const language = fc.oneof(
			hostileText,
			fc.dictionary(field, fc.jsonValue()).map(fields => JSON.stringify(fields)),
		);
		fc.assert(
			fc.property(language, text => {
				folder.write({ 'syntaxes/a/language.json': text, 'package.json': '{}' });
				const { languages, problems } = openGrammarFolder(folder.path());
				assert.equal(languages.length + problems.length >= 1, true);
			}),
			{ numRuns: Math.ceil(numRuns / 10) },
		);
	});
});
