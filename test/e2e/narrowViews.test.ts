import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { BugLocation } from '../../src/runs/pure/model/location';
import { emptyRanking } from '../../src/runs/pure/model/location';
import { patchOf } from '../support/patchRun';
import { runStarted } from '../support/runEvents';
import { accessibilityProblems } from './accessibilityProblems';
import { cutOff } from './cutOff';
import { seedEvents, seedRun, storageFolder, textOf } from './seededRun';
import { useWorkbench } from './useWorkbench';

const sample = 'sample/python';
const clock = 'tally/clock.py';

const locations: readonly BugLocation[] = [
	location('minutes_between', [21, 23], {
		score: 0.9,
		fromIssue: 'An entry from 22:30 to 01:15 should count as 2:45, because its end time lies on the next day.',
		focus: [{ startLine: 23, endLine: 23 }],
		evidence: [
			{ kind: 'name', text: 'The issue names minutes_between.', issueLine: 26, codeLine: { file: clock, line: 21 } },
			{ kind: 'test', text: 'A failing test calls it.', codeLine: { file: 'tests/test_clock.py', line: 12 } },
		],
	}),
	location('parse_time', [10, 18], { score: 0.8, focus: [{ startLine: 16, endLine: 16 }] }),
	location('round_to', [26, 30], { score: 0.3, lessLikely: true }),
];

function location(method: string, [startLine, endLine]: readonly [number, number], known: Partial<BugLocation>) {
	const id = `${clock}#${method}`;
	return { id, file: clock, startLine, endLine, method, intendedBehavior: '', score: 0, evidence: [], ...known };
}

const issue = {
	title: 'Entries that end after midnight are reported with negative hours',
	body: textOf(sample, 'ISSUE.md'),
	source: { kind: 'text' },
} as const;

function runOf(id: string, title: string, end: RunEventBody): RunEventBody[] {
	return [
		{ ...runStarted(id), issue: { ...issue, title } },
		{ type: 'locationsNamed', locations, ranking: emptyRanking },
		end,
	];
}

/** What each view shows where there is little room: nothing is cut off, nothing overlaps, and axe finds nothing. */
describe('views in little room', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: sample });

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	/** Fails where the page is wider than its view. */
	async function assertFits(name: string): Promise<void> {
		const frame = await workbench().webviewFrame();
		await frame.evaluate(async () => {
			await document.fonts.ready;
		});
		await workbench().screenshot(name);
		assert.deepEqual(await accessibilityProblems(frame), []);
		assert.deepEqual(await cutOff(frame), [], `${name}: what is cut off at the right`);
		const covered = await frame.evaluate(() =>
			[...document.querySelectorAll('.row .icon-button')].flatMap(button => {
				const { left, bottom } = button.getBoundingClientRect();
				return [...(button.parentElement?.querySelectorAll('.location-head > span') ?? [])]
					.filter(text => text.getBoundingClientRect().right > left && text.getBoundingClientRect().top < bottom)
					.map(text => text.textContent);
			}),
		);
		assert.deepEqual(covered, [], `${name}: what a button covers when the row has the focus`);
	}

	/** The sidebar at its default width of 300 px, and a window of 1400 x 900 px at 200 %. */
	async function inLittleRoom(name: string): Promise<void> {
		await workbench().page.setViewportSize({ width: 1400, height: 900 });
		await assertFits(`300px-${name}`);
		await workbench().page.setViewportSize({ width: 700, height: 450 });
		await assertFits(`200-percent-${name}`);
		await workbench().page.setViewportSize({ width: 1400, height: 900 });
	}

	async function openRun(title: string): Promise<void> {
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().filter({ hasText: title }).first().click();
		await (await view(`.row-issue >> text=${title}`)).waitFor();
	}

	it('the view without a run', async () => {
		await workbench().runCommand('Faultline: Rebuild Index');
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		await (await view('text=/symbols in \\d+ files/')).waitFor();
		await inLittleRoom('first-open');
		await (await view('button >> text=Open the Walkthrough')).click();
		await workbench()
			.page.locator('.gettingStartedContainer .step-title:visible', { hasText: 'Locate its bug' })
			.waitFor();
		await workbench().runCommand('View: Close Editor');
	});

	it('a result, with its evidence', async () => {
		const storage = await storageFolder(workbench().userDataDir);
		const [located, failed, fixed] = ['0000', '0001', '0002'].map(end => `20260101-000000-000-${end}`) as [
			string,
			string,
			string,
		];
		await seedEvents(storage, located, runOf(located, 'Negative hours', { type: 'runEnded', outcome: 'done' }));
		const message = 'api.example.com requires an API key (Incorrect API key provided).';
		const cures = [{ kind: 'setKey' }, { kind: 'chooseModel' }, { kind: 'retry' }] as const;
		await seedEvents(
			storage,
			failed,
			runOf(failed, 'Hours of a failed run', { type: 'runEnded', outcome: 'failed', message, cures }),
		);
		const before = textOf(sample, clock);
		const after = before.replace('return end - start', 'return (end - start) % MINUTES_PER_DAY');
		const other = before.replace('return end - start', 'return abs(end - start)');
		const patches = [
			patchOf('p1', { path: clock, before, after }),
			patchOf('p2', { path: clock, before, after: other }),
		];
		await seedRun(storage, fixed, patches, 'Hours with patches');
		await openRun('Negative hours');
		await (await view('.row-location .twistie')).first().click();
		await (await view('.issue-line >> text=Issue, line 26')).waitFor();
		await inLittleRoom('result');
	});

	for (const theme of ['Light Modern', 'Dark High Contrast', 'Light High Contrast', 'Dark Modern'] as const) {
		it(`a result in ${theme}`, async () => {
			await workbench().setColorTheme(theme);
			await assertFits(`result-${theme.toLowerCase().replaceAll(' ', '-')}`);
		});
	}

	it('an error with what helps', async () => {
		await openRun('Hours of a failed run');
		await (await view('footer >> text=Set Key')).waitFor();
		await inLittleRoom('error');
	});

	it('the patches, and the review of one', async () => {
		await openRun('Hours with patches');
		const review = (await view('footer button.primary')).filter({ hasText: 'Review Patch 1' });
		await review.waitFor();
		await inLittleRoom('patches');
		await review.click();
		await workbench().page.locator('.codelens-decoration', { hasText: 'Accept' }).first().waitFor();
		await (await view('footer button.primary >> text=Continue Review of Patch 1')).waitFor();
		await inLittleRoom('review');
	});
});
