import assert from 'node:assert/strict';
import { TestResults } from '../../../../src/testing/pure/reports/testResults';
import { readTrx } from '../../../../src/testing/pure/reports/trxReport';
import { selectionArguments } from '../../../../src/testing/pure/testCommand';
import { installedGrammars } from '../../../support/grammars';

/**
 * What `dotnet test --logger trx` wrote for tests of xUnit, shortened, from the fixtures of a public repository (MIT):
 * https://github.com/dorny/test-reporter/blob/62ec9da2d65512915c556b37dbb3141a4ce1d143/__tests__/fixtures/dotnet-trx.trx
 */
const recorded = `<?xml version="1.0" encoding="utf-8"?>
<TestRun id="b31581d7" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
  <Results>
    <UnitTestResult testId="55ef2114" testName="DotnetTests.XUnitTests.CalculatorTests.Skipped_Test" outcome="NotExecuted">
      <Output>
        <StdOut>Skipped test</StdOut>
      </Output>
    </UnitTestResult>
    <UnitTestResult testId="3bd3c92f" testName="DotnetTests.XUnitTests.CalculatorTests.Failing_Test" outcome="Failed">
      <Output>
        <ErrorInfo>
          <Message>Assert.Equal() Failure&#xD;
Expected: 3&#xD;
Actual:   2</Message>
          <StackTrace>   at DotnetTests.XUnitTests.CalculatorTests.Failing_Test() in /copy/CalculatorTests.cs:line 27</StackTrace>
        </ErrorInfo>
      </Output>
    </UnitTestResult>
    <UnitTestResult testId="a171b9bb" testName="Custom Name" outcome="Passed" />
    <UnitTestResult testId="3e8432a2" testName="DotnetTests.XUnitTests.CalculatorTests.Passing_Test" outcome="Passed" />
  </Results>
  <TestDefinitions>
    <UnitTest name="DotnetTests.XUnitTests.CalculatorTests.Failing_Test" id="3bd3c92f">
      <Execution id="0fef32cb" />
      <TestMethod className="DotnetTests.XUnitTests.CalculatorTests" name="Failing_Test" />
    </UnitTest>
    <UnitTest name="DotnetTests.XUnitTests.CalculatorTests.Skipped_Test" id="55ef2114">
      <TestMethod className="DotnetTests.XUnitTests.CalculatorTests" name="Skipped_Test" />
    </UnitTest>
    <UnitTest name="Custom Name" id="a171b9bb">
      <TestMethod className="DotnetTests.XUnitTests.CalculatorTests" name="Passing_Test_With_Name" />
    </UnitTest>
    <UnitTest name="DotnetTests.XUnitTests.CalculatorTests.Passing_Test" id="3e8432a2">
      <TestMethod className="DotnetTests.XUnitTests.CalculatorTests" name="Passing_Test" />
    </UnitTest>
  </TestDefinitions>
  <ResultSummary outcome="Failed">
    <Output>
      <StdOut>[xUnit.net 00:00:00.49]   Finished:    DotnetTests.XUnitTests</StdOut>
    </Output>
  </ResultSummary>
</TestRun>
`;

describe('a report in TRX', () => {
	const read = (text: string) => {
		const results = new TestResults({ folder: '/copy', start: '' });
		const problem = readTrx(text, results);
		return { problem, tests: results.tests, isFinished: results.isFinished };
	};
	const calculator = 'DotnetTests.XUnitTests.CalculatorTests';

	it('gives each test by its class and method, with outcome, message and trace', () => {
		const { problem, tests, isFinished } = read(recorded);
		assert.deepEqual({ problem, isFinished }, { problem: undefined, isFinished: true });
		assert.deepEqual(tests, [
			{ id: `${calculator}::Skipped_Test`, outcome: 'skipped' },
			{
				...{ id: `${calculator}::Failing_Test`, outcome: 'failed' },
				message: 'Assert.Equal() Failure\nExpected: 3\nActual:   2',
				trace: `   at ${calculator}.Failing_Test() in CalculatorTests.cs:line 27`,
			},
			{ id: `${calculator}::Passing_Test_With_Name`, outcome: 'passed' },
			{ id: `${calculator}::Passing_Test`, outcome: 'passed' },
		]);
	});

	it('keeps the rows of a test apart, and takes an outcome it does not know for a failure', () => {
		const { tests } = read(`<TestRun><Results>
			<UnitTestResult testId="1" testName="Adds (1,2)" outcome="Passed"/>
			<UnitTestResult testId="1" testName="Adds (2,2)" outcome="Unheard"/>
			<UnitTestResult testId="2" testName="Alone" outcome="Inconclusive"/>
		</Results><TestDefinitions><UnitTest id="1"><TestMethod className="Shop.Cart, Shop, Version=1.0" name="Adds"/></UnitTest>
		</TestDefinitions></TestRun>`);
		assert.deepEqual(tests, [
			{ id: 'Shop.Cart::Adds(1,2)', outcome: 'passed' },
			{ id: 'Shop.Cart::Adds(2,2)', outcome: 'failed' },
			{ id: 'Alone', outcome: 'skipped' },
		]);
	});

	for (const [name, text] of [
		['is empty', ''],
		['is cut', recorded.slice(0, recorded.indexOf('<TestDefinitions>'))],
		['is deep', '<TestRun>'.repeat(200_000)],
	] as const) {
		it(`is not taken for whole where it ${name}`, () => assert.equal(read(text).isFinished, false));
	}

	it('names tests by which they are run alone', () => {
		const runners = installedGrammars().languages.flatMap(({ tests }) => tests?.runners ?? []);
		const runner = runners.find(({ report }) => report.format === 'trx');
		assert.ok(runner);
		assert.deepEqual(selectionArguments(runner, { tests: [`${calculator}::Adds(1,2)`, `${calculator}::Fails`] }), [
			...['--filter', `FullyQualifiedName~${calculator}.Adds|FullyQualifiedName~${calculator}.Fails`],
		]);
	});
});
