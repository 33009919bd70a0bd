import type { ReportedTest, TestResults } from './testResults';
import { ElementText, readXml, type XmlReader } from './xmlReport';

/**
 * Reads TRX, the XML that the Visual Studio Test Platform writes: a `UnitTestResult` for each test, and after them a
 * `UnitTest` with its class and method. Returns its problem, in words that follow the runner's name.
 */
export function readTrx(text: string, results: TestResults): string | undefined {
	const reader = new TrxReader();
	const problem = readXml(text, reader, results);
	for (const test of reader.tests()) {
		results.add(test);
	}
	return problem;
}

/** All others are failures: `Failed`, `Error`, `Timeout`, `Aborted`. */
const events: Readonly<Record<string, ReportedTest['event']>> = {
	Passed: 'passed',
	NotExecuted: 'skipped',
	Inconclusive: 'skipped',
};

interface TrxResult {
	readonly testId: string;
	readonly testName: string;
	readonly event: ReportedTest['event'];
	message?: string | undefined;
	trace?: string | undefined;
}

class TrxReader implements XmlReader {
	private readonly results: TrxResult[] = [];
	/** Results may contain results, of the rows of a test. */
	private readonly unended: TrxResult[] = [];
	/** The class and the method, by `testId`. */
	private readonly methods = new Map<string, { readonly className: string; readonly name: string }>();
	private definition = '';
	private readonly text = new ElementText();

	open(name: string, { id = '', testId = '', testName = '', outcome = '', ...rest }: Record<string, string>): void {
		if (name === 'UnitTestResult') {
			const result = { testId, testName, event: Object.hasOwn(events, outcome) ? events[outcome] : undefined };
			this.unended.push({ ...result, event: result.event ?? 'failed' });
		} else if (name === 'UnitTest') {
			this.definition = id;
		} else if (name === 'TestMethod') {
			// Some frameworks add the assembly.
			const className = (rest.className ?? '').replace(/,.*$/s, '');
			this.methods.set(this.definition, { className, name: rest.name ?? '' });
		} else if (this.unended.length > 0 && (name === 'Message' || name === 'StackTrace')) {
			this.text.begin();
		}
	}

	add(piece: string): void {
		this.text.add(piece);
	}

	close(name: string): void {
		const result = this.unended.at(-1);
		if (result === undefined) {
			return;
		}
		if (name === 'UnitTestResult') {
			this.results.push(result);
			this.unended.pop();
		} else if (name === 'Message') {
			result.message = this.text.end();
		} else if (name === 'StackTrace') {
			result.trace = this.text.end();
		}
	}

	/** `class::method(arguments)`; by only the name if the report does not state the class. */
	*tests(): Generator<ReportedTest> {
		for (const { testId, testName, event, message, trace } of this.results) {
			const { className = '', name = '' } = this.methods.get(testId) ?? {};
			const given = testName.endsWith(')') && testName.includes('(') ? testName.slice(testName.indexOf('(')) : '';
			const method = name.includes('(') ? name.slice(0, name.indexOf('(')) : name;
			const id = className === '' || method === '' ? testName : `${className}::${method}${given}`;
			yield { event, id, message: message?.replaceAll('\r\n', '\n'), trace: trace?.replaceAll('\r\n', '\n') };
		}
	}
}
