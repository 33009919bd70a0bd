import { Parser } from 'htmlparser2';
import { fillText } from '../../execution/placeholders';
import type { JunitReport } from '../runnerData';
import type { ReportedTest, TestResults } from './testResults';

/** Of elements around one another, and of the text in one. More is no report of tests, or not kept anyway. */
const most = { depth: 100, text: 100_000 } as const;

/**
 * Reads JUnit XML: a `testcase` with a `failure`, an `error` or `skipped` in it, or none of them. It is read as it is
 * parsed, no entities are defined by it, and its depth is limited: the tests of an untrusted project could have written
 * it. Returns what is wrong with it, in words that follow the runner's name.
 */
export function readJunit(text: string, data: JunitReport, results: TestResults): string | undefined {
	const reader = new JunitReader(data, results);
	let problem: string | undefined;
	// Elements without an end of their own are closed then.
	let isEnding = false;
	const stop = (why: string) => {
		problem ??= `wrote a report that is not whole: ${why}`;
	};
	const parser = new Parser(
		{
			onopentag: (name, attributes) => reader.open(name, attributes) || stop('its elements are too deep'),
			onclosetag: (name, isImplied) => (isEnding && isImplied ? stop(`it ends in a ${name}`) : reader.close(name)),
			ontext: piece => reader.add(piece),
			onprocessinginstruction: name => name.toLowerCase().startsWith('!doctype') && stop('it defines a document type'),
			onend: () => {
				results.isFinished = problem === undefined && reader.hasRoot;
			},
		},
		{ xmlMode: true },
	);
	// In pieces, so that little of a huge report is read once it is known to be none.
	for (let at = 0; at < text.length && problem === undefined; at += pieceLength) {
		parser.write(text.slice(at, at + pieceLength));
	}
	isEnding = true;
	parser.end();
	return problem;
}

const pieceLength = 1_000_000;

const events: Readonly<Record<string, ReportedTest['event']>> = {
	failure: 'failed',
	error: 'failed',
	rerunFailure: 'failed',
	skipped: 'skipped',
};

/** The elements that are open, and what is known of the test in them. */
class JunitReader {
	hasRoot = false;
	private depth = 0;
	private suites: Readonly<Record<string, string>>[] = [];
	private test: { readonly attributes: Readonly<Record<string, string>>; found: ReportedTest } | undefined;
	/** Of the element whose text is wanted. */
	private pieces: string[] | undefined;
	private nCharacters = 0;

	constructor(
		private readonly data: JunitReport,
		private readonly results: TestResults,
	) {}

	/** False where it is too deep. */
	open(name: string, attributes: Readonly<Record<string, string>>): boolean {
		this.depth++;
		this.hasRoot = true;
		if (name === 'testsuite') {
			this.suites.push(attributes);
		} else if (name === 'testcase') {
			this.test = { attributes, found: this.reported(attributes) };
		} else if (this.test !== undefined && Object.hasOwn(events, name)) {
			const event = events[name] ?? 'failed';
			const { message, type } = attributes;
			this.test.found = { ...this.test.found, event, message: message || type };
			this.pieces = [];
			this.nCharacters = 0;
		}
		return this.depth <= most.depth;
	}

	add(piece: string): void {
		if (this.pieces !== undefined && this.nCharacters < most.text) {
			this.pieces.push(piece.slice(0, most.text));
			this.nCharacters += piece.length;
		}
	}

	close(name: string): void {
		this.depth--;
		if (name === 'testsuite') {
			this.suites.pop();
		} else if (name === 'testcase' && this.test !== undefined) {
			this.results.add(loaded(this.test.found, this.test.attributes));
			this.test = undefined;
		} else if (this.test !== undefined && this.pieces !== undefined && Object.hasOwn(events, name)) {
			const trace = this.pieces.join('').trim();
			const message = this.test.found.message ?? trace.split('\n', 1)[0];
			this.test.found = { ...this.test.found, trace, message };
			this.pieces = undefined;
		}
	}

	private reported(attributes: Readonly<Record<string, string>>): ReportedTest {
		const { id = '{classname}::{name}', file: fileOf = '{file}' } = this.data;
		const values = { ...this.suites.at(-1), classname: '', ...attributes };
		const file = fillText(fileOf, values);
		return { event: 'passed', id: fillText(id, values), ...(!file.includes('{') && { file }) };
	}
}

/** What fails under the name of its class, or none, is the class: it could not be loaded. */
function loaded(test: ReportedTest, { name = '', classname }: Readonly<Record<string, string>>): ReportedTest {
	return test.event === 'failed' && classname !== undefined && (name === '' || name === classname)
		? { ...test, event: 'notLoaded', id: classname }
		: test;
}
