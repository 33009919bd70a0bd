import * as vscode from 'vscode';

const said = `minutes_between() gives negative hours past midnight

expected: 120
received: -1320

  tests/test_clock.py:8: in test_midnight
    assert minutes_between("23:00", "01:00") == 120
  tally/clock.py:20: AssertionError`;

/** A test of the sample that fails. */
const real = 'test_adds_an_entry_that_ends_after_midnight';

/** Runs one invented test, which fails at the first line of tally/clock.py, and reports that a real one failed. */
export function activate(extension: vscode.ExtensionContext): void {
	const controller = vscode.tests.createTestController('faultline-test', 'Invented Tests');
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	const uri = folder && vscode.Uri.joinPath(folder.uri, 'tally', 'clock.py');
	const test = controller.createTestItem('midnight', 'a shift past midnight', uri);
	test.range = new vscode.Range(0, 0, 0, 10);
	controller.items.add(test);
	const report = folder && vscode.Uri.joinPath(folder.uri, 'tests', 'test_report.py');
	const other = controller.createTestItem(`WeekReportTest/${real}`, real, report);
	controller.items.add(other);
	const profile = controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, request => {
		const run = controller.createTestRun(request);
		const message = new vscode.TestMessage(said);
		if (uri !== undefined) {
			message.location = new vscode.Location(uri, new vscode.Position(0, 0));
		}
		run.started(test);
		run.failed(test, message);
		run.started(other);
		run.failed(other, new vscode.TestMessage('AssertionError: -1065 != 375'));
		run.end();
	});
	profile.isDefault = true;
	extension.subscriptions.push(controller, profile);
}
