import type { JunitReport } from '../../../code/pure/languages/runnerData';
import { fillText, placeholdersOf } from '../../../sandbox/pure/execution/placeholders';
import type { ReportedTest, TestResults } from './testResults';
import { ElementText, readXml, type XmlReader } from './xmlReport';

/**
 * Reads JUnit XML: a `testcase` with a `failure`, an `error` or `skipped` in it, or none of them. Returns its problem,
 * in words that follow the runner's name.
 */
export function readJunit(text: string, data: JunitReport, results: TestResults): string | undefined {
	return readXml(text, new JunitReader(data, results), results);
}

const events: Readonly<Record<string, ReportedTest['event']>> = {
	failure: 'failed',
	error: 'failed',
	rerunFailure: 'failed',
	skipped: 'skipped',
};

/** The elements that are open, and the known facts about the test in them. */
class JunitReader implements XmlReader {
	private suites: Readonly<Record<string, string>>[] = [];
	private test: { readonly attributes: Readonly<Record<string, string>>; found: ReportedTest } | undefined;
	private readonly text = new ElementText();
	/** Of the failure: the name of its class. */
	private type = '';
	/** The output of the test. */
	private printed = '';
	private readonly id: string;
	private readonly file: string;
	/** The attributes that are read of a test, or else of its suite. */
	private readonly read: readonly string[];

	constructor(
		private readonly data: JunitReport,
		private readonly results: TestResults,
	) {
		const { id = '{classname}::{name}', file = '{file}' } = data;
		[this.id, this.file] = [id, file];
		this.read = placeholdersOf(id + file);
	}

	open(name: string, attributes: Readonly<Record<string, string>>): void {
		if (name === 'testsuite') {
			this.suites.push(attributes);
		} else if (name === 'testcase') {
			this.test = { attributes, found: this.reported(attributes) };
		} else if (this.test !== undefined && name === 'system-out') {
			this.text.begin();
		} else if (this.test !== undefined && Object.hasOwn(events, name)) {
			const event = events[name] ?? 'failed';
			this.test.found = { ...this.test.found, event, message: attributes.message };
			this.type = attributes.type ?? '';
			this.text.begin();
		}
	}

	add(piece: string): void {
		this.text.add(piece);
	}

	close(name: string): void {
		if (name === 'testsuite') {
			this.suites.pop();
		} else if (name === 'testcase' && this.test !== undefined) {
			const { found, attributes } = this.test;
			const printed = this.printed.trim();
			const whole =
				found.event === 'failed' && !found.trace
					? { ...found, trace: printed, message: found.message || lastLine(printed) }
					: found;
			this.results.add(this.data.id === undefined ? loaded(whole, attributes) : whole);
			this.printed = '';
			this.test = undefined;
		} else if (name === 'system-out') {
			this.printed = this.text.end() ?? '';
		} else if (this.test !== undefined && this.text.isOpen && Object.hasOwn(events, name)) {
			const trace = this.text.end()?.trim();
			const message = this.test.found.message || trace || this.type;
			this.test.found = { ...this.test.found, trace, message };
		}
	}

	private reported(attributes: Readonly<Record<string, string>>): ReportedTest {
		const suite: Readonly<Record<string, string>> = this.suites.at(-1) ?? {};
		const values = Object.fromEntries(
			this.read.map(name => [name, attributes[name] ?? (name === 'classname' ? '' : suite[name])]),
		);
		const file = fillText(this.file, values);
		return { event: 'passed', id: fillText(this.id, values), ...(!file.includes('{') && { file }) };
	}
}

/** A failure under the name of the class, or no name, is the class's own: it could not be loaded. */
function loaded(test: ReportedTest, { name = '', classname }: Readonly<Record<string, string>>): ReportedTest {
	return test.event === 'failed' && classname !== undefined && (name === '' || name === classname)
		? { ...test, event: 'notLoaded', id: classname }
		: test;
}

function lastLine(text: string): string {
	return text.slice(text.lastIndexOf('\n') + 1);
}
