import { notebookCells } from '../../src/code/pure/definitions/embedded/notebookCells';
import { taggedBlocks } from '../../src/code/pure/definitions/embedded/taggedBlocks';
import { LanguageRules } from '../../src/code/pure/definitions/languageRules';
import { readerOf } from '../../src/code/pure/definitions/readerOf';
import { GramReader } from '../../src/code/pure/index/trigrams/gramsOfText';
import { gramQuery } from '../../src/code/pure/index/trigrams/neededText';
import type { EmbeddedData } from '../../src/code/pure/languages/embeddedData';
import { resolveLanguages } from '../../src/code/pure/languages/resolveLanguages';
import { parseCodeOwners, parseMaintainers } from '../../src/code/pure/search/scope/maintainedArea';
import { codePatterns } from '../../src/code/pure/search/text/codeQuery';
import { byStems, mostWords, nearEachOther, queryWords } from '../../src/code/pure/search/text/wordQuery';
import { commandIssueText } from '../../src/editor/failedCommands/failedCommand';
import { reportLocations } from '../../src/engine/stages/locate/reply/reportLocations';
import { judgeExecution } from '../../src/engine/stages/reproduce/judgeExecution';
import { readBlame } from '../../src/history/node/readBlame';
import { commitQuery } from '../../src/history/pure/commitQuery';
import { CommitReader } from '../../src/history/pure/commitReader';
import { commitReferences } from '../../src/history/pure/commitReferences';
import { SegmentBuilder } from '../../src/history/pure/index/segmentBuilder';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { readCiLog } from '../../src/localizer/pure/received/ci/readCiLog';
import { eventText } from '../../src/localizer/pure/received/event/readErrorEvent';
import { receivedText } from '../../src/localizer/pure/received/receivedText';
import type { NamedPlace } from '../../src/localizer/pure/resolve/namedPlaces';
import { toolCallReply } from '../../src/models/pure/protocols/nativeProtocol';
import { jsonReply } from '../../src/models/pure/reply/jsonReply';
import { proseReply } from '../../src/models/pure/reply/proseReply';
import { ThinkingFilter } from '../../src/models/pure/requests/thinkingFilter';
import { shellCommands } from '../../src/models/pure/tools/actions/programs/shellCommands';
import type { Toolset } from '../../src/models/pure/tools/toolset';
import { searchTools } from '../../src/models/pure/tools/toolTable';
import { issueAsSent } from '../../src/outgoing/pure/gate/issueAsSent';
import { quietLine, quietMarkdown } from '../../src/patches/pure/delivery/githubText';
import { commitObjections } from '../../src/patches/pure/delivery/objections';
import { readAnswer, toolCallEdits } from '../../src/patches/pure/edits/reading/readAnswer';
import { parseDiff } from '../../src/runs/pure/diff/parseDiff';
import { issueFromText } from '../../src/runs/pure/model/issueFromText';
import { readCalled } from '../../src/sandbox/pure/execution/executedFunctions';
import { excerptFiles } from '../../src/sharing/pure/importing/excerptFiles';
import { readImport } from '../../src/sharing/pure/importing/readImport';
import { isRedacted } from '../../src/sharing/pure/proof/compareOutput';
import { plainTerminalText } from '../../src/system/pure/text/terminalText';
import { readJacoco } from '../../src/testing/pure/coverage/jacocoReport';
import { readGcov, readGoCover, readLcov } from '../../src/testing/pure/coverage/lineReports';
import { readTestLines } from '../../src/testing/pure/coverage/readTestLines';
import { executedLines, executedOriginals } from '../../src/testing/pure/coverage/v8Lines';
import { readV8Report } from '../../src/testing/pure/coverage/v8Report';
import { readJsonLines } from '../../src/testing/pure/reports/jsonLines';
import { readJunit } from '../../src/testing/pure/reports/junitReport';
import { readLines } from '../../src/testing/pure/reports/linesReport';
import { reportProblem } from '../../src/testing/pure/reports/reportProblem';
import { TestResults } from '../../src/testing/pure/reports/testResults';
import { readTrx } from '../../src/testing/pure/reports/trxReport';
import { languageFiles } from '../support/grammars';

function readImportedTexts(text: string) {
	const message = { role: 'user', content: text };
	const info = { submission: text, exit_status: text };
	const steps = { trajectory: [{ action: text, observation: text }], history: [message], info };
	const answered = { ...message, is_terminal: true, children: [] };
	const root = { role: 'assistant', action: text, critic_response: text, children: [answered] };
	return [readImport(JSON.stringify(steps), 'a'), readImport(JSON.stringify({ root }), 'a')];
}

/** A function that reads text from outside; it may be any text. */
export interface ForeignReader {
	readonly name: string;
	readonly read: (text: string) => unknown;
}

/** Every reader of foreign text that needs nothing but the text. */
export function foreignReaders(): ForeignReader[] {
	return [...issueReaders(), ...answerReaders(), ...codeReaders(), ...coverageReaders(), ...historyReaders()];
}

function historyReaders(): ForeignReader[] {
	const encoder = new TextEncoder();
	const head = `\0${'1a'.repeat(20)}\x001\0A\0`;
	const logged = (text: string) => encoder.encode(`${head}${text}\0\n${text}\n@@ -1 +1 @@ ${text}\n+${text}\n`);
	return [
		{
			name: 'commits for the index',
			read: text => {
				const builder = new SegmentBuilder();
				builder.add(logged(text));
				builder.end({ isWhole: true });
				return builder.finish();
			},
		},
		{
			name: 'commits in full',
			read: text => {
				const reader = new CommitReader(1e9);
				reader.add(logged(text));
				return reader.end({ isWhole: true });
			},
		},
		{ name: 'what a message refers to', read: commitReferences },
		{ name: 'the words of a question about commits', read: commitQuery },
		{ name: 'the answer of git blame', read: text => readBlame(Buffer.from(text), '') },
	];
}

function coverageReaders(): ForeignReader[] {
	return [
		{ name: 'a tracefile of lcov', read: readLcov },
		{ name: 'a profile of Go', read: readGoCover },
		{ name: 'the text of gcov', read: readGcov },
		{ name: 'a report of JaCoCo', read: readJacoco },
		{ name: 'the lines of tests', read: readTestLines },
		{ name: 'coverage of V8', read: readV8Report },
		{
			name: 'the text and the source map of a script',
			read: text => {
				const script = { url: '', functions: [{ name: 'f', ranges: [{ start: 0, end: text.length, count: 1 }] }] };
				const map = { version: 3, sources: ['a'], names: [], mappings: text };
				return [executedLines(script, text), executedOriginals(script, { map, lineLengths: [text.length] })];
			},
		},
	];
}

function issueReaders(): ForeignReader[] {
	const languages = resolveLanguages(languageFiles());
	const source = { kind: 'text' } as const;
	return [
		{ name: 'the title of an issue', read: text => issueFromText(text, source) },
		{
			name: 'the brief of an issue',
			read: text => makeBrief({ title: text.slice(0, 300), body: text, source }, languages),
		},
		{ name: 'a text that is received as an issue', read: text => receivedText(text, 1_000_000, languages) },
		{ name: 'the log of a CI job', read: text => readCiLog(text, languages) },
		{
			name: 'an error event',
			read: text => {
				const frames = [{ filename: text, function: text, module: text, lineno: 1, in_app: true }];
				const error = { type: text, value: text, stacktrace: { frames } };
				const breadcrumbs = [{ category: text, message: text, data: { [text]: text } }];
				return eventText(JSON.stringify({ event_id: '1', exception: { values: [error] }, breadcrumbs, message: text }));
			},
		},
		{
			name: 'the issue as a model reads it',
			read: body => issueAsSent({ issue: { title: 'It fails', body, source } }),
		},
		{ name: 'the output of a terminal', read: plainTerminalText },
		{ name: 'the text of a pull request', read: text => [quietMarkdown(text), quietLine(text)] },
		{ name: 'the commits of another repository', read: text => commitObjections(12, [text]) },
		{ name: 'the trace of a reproducer', read: readCalled },
		...reportReaders(),
		{
			name: 'the issue of a failed command',
			read: output => commandIssueText({ commandLine: 'npm test', exitCode: 1, output }),
		},
		...languages.flatMap(({ id, reproducer }) => {
			const code = { script: 'a', folder: '/a', projectPaths: new Set<string>() };
			return reproducer === undefined
				? []
				: [
						{
							name: `the output of a reproducer (${id})`,
							read: (stderr: string) =>
								judgeExecution(
									{ exitCode: 1, stdout: '', stderr, timedOut: false, durationMs: 1 },
									{ ...code, failures: reproducer, issueErrors: ['KeyError: x'] },
								),
						},
					];
		}),
	];
}

function reportReaders(): ForeignReader[] {
	const read = (reader: (results: TestResults) => unknown) => {
		const results = new TestResults({ folder: '/a', start: '' });
		reader(results);
		return results.tests;
	};
	const output = { exitCode: 1, stderr: '', timedOut: false, durationMs: 1 };
	const lines = {
		format: 'lines',
		test: '^test (?<name>\\S.*) \\.\\.\\. (?<outcome>\\w+)',
		failure: '^---- (?<name>.*) stdout ----$',
		end: '^(test result)',
		id: '{name}',
		outcomes: { ok: 'passed', FAILED: 'failed' },
	} as const;
	return [
		{ name: 'a report of JSON lines', read: text => read(to => readJsonLines(text, { format: 'jsonLines' }, to)) },
		{ name: 'a report of JUnit', read: text => read(to => readJunit(text, { format: 'junit' }, to)) },
		{ name: 'a report in TRX', read: text => read(to => readTrx(text, to)) },
		{ name: 'a report of lines', read: text => read(to => readLines(text, lines, to)) },
		{
			name: 'the output of a runner without a report',
			read: stdout => {
				const end = { runner: 'a', timeoutMs: 1, unread: 'wrote no report', isUnprepared: false, isBroken: false };
				return reportProblem(new TestResults({ folder: '/a', start: '' }), {
					...end,
					execution: { ...output, stdout },
				});
			},
		},
	];
}

function answerReaders(): ForeignReader[] {
	const grams = new GramReader();
	const toolset: Toolset<NamedPlace> = { tools: searchTools, ending: reportLocations };
	return [
		{ name: 'a JSON answer', read: text => jsonReply(text, toolset) },
		{ name: 'an answer in prose', read: text => proseReply(text, toolset) },
		{ name: 'an answer to tools, as text', read: text => toolCallReply([], text, toolset) },
		{
			name: 'the arguments of a call',
			read: text => toolCallReply([{ id: '1', name: 'search_code', arguments: text }], '', toolset),
		},
		{
			name: 'a reported location',
			read: text => reportLocations.read([{ file: text, class: text, method: text }], 'a'),
		},
		{
			name: 'the thinking of a model',
			read: text => {
				const filter = new ThinkingFilter(() => undefined);
				filter.add(text);
				return filter.finish();
			},
		},
		{ name: 'a patch answer', read: readAnswer },
		{ name: 'the arguments of an edit', read: text => toolCallEdits([{ id: '1', name: 'edit', arguments: text }]) },
		{ name: 'a diff', read: parseDiff },
		{ name: 'a command line of an agent', read: shellCommands },
		{ name: 'a patch of which only the diff is known', read: excerptFiles },
		{ name: 'the texts of a run to import', read: readImportedTexts },
		{ name: 'an output in a proof record', read: isRedacted },
		{ name: 'a query for code', read: text => codePatterns(text).map(({ needed = '' }) => gramQuery(needed)) },
		{
			name: 'words to search for, and a text with them',
			read: text => {
				const words = queryWords(text);
				return [
					nearEachOther(words),
					byStems(words),
					mostWords(new Map(words.map((word, at) => [word, 1 + at])), 0.5),
				].map(({ find }) => [...find(text)].length);
			},
		},
		{ name: 'the grams of a text', read: text => grams.of(text).length },
	];
}

function blocksOf(data: EmbeddedData, text: string): unknown {
	return 'tag' in data ? taggedBlocks(data, text) : notebookCells(data, text);
}

function codeReaders(): ForeignReader[] {
	const languages = resolveLanguages(languageFiles());
	const blanked = languages
		.filter(({ blank }) => blank !== undefined && blank.length > 0)
		.map(language => {
			const rules = new LanguageRules(language);
			return { name: `the words to blank out (${language.id})`, read: (text: string) => rules.readable(text) };
		});
	const definitions = languages.flatMap(language => {
		const read = readerOf(language);
		return read === undefined
			? []
			: [{ name: `the definitions of code (${language.id})`, read: (text: string) => read(text, 'a') }];
	});
	const embedded = languages.flatMap(({ id, embedded: data }) =>
		data === undefined ? [] : [{ name: `the code in a file (${id})`, read: (text: string) => blocksOf(data, text) }],
	);
	const maintained = [
		{ name: 'a list of maintainers', read: parseMaintainers },
		{ name: 'a list of owners', read: parseCodeOwners },
	];
	return [...blanked, ...definitions, ...embedded, ...maintained];
}
