import assert from 'node:assert/strict';
import type { BugLocation } from '../../src/runs/pure/model/location';
import { emptyRanking } from '../../src/runs/pure/model/location';
import type { Spectrum, Suspect } from '../../src/runs/pure/model/testing/spectrum';
import { runStarted } from '../support/runEvents';
import { seedEvents, storageFolder } from './seededRun';
import { useWorkbench } from './useWorkbench';

const runId = '20260101-000000-000-abcd';
const clock = 'tally/clock.py';

/** Four locations in one file: the first, two later ones of which one is nested, and a less likely one. */
const locations: readonly BugLocation[] = [
	location('parse_time', [10, 18], {
		score: 0.9,
		fromIssue: 'A time past midnight is refused.',
		focus: [
			{ startLine: 12, endLine: 12 },
			{ startLine: 16, endLine: 17 },
		],
		evidence: [
			{ kind: 'trace', text: 'The traceback ends here', codeLine: { file: clock, line: 17 } },
			{ kind: 'string', text: 'The issue quotes "not a time of day"', codeLine: { file: clock, line: 17 } },
			{ kind: 'test', text: 'A failing test calls it', codeLine: { file: 'tests/test_clock.py', line: 12 } },
			{ kind: 'words', text: 'This one is not shown' },
		],
	}),
	location('minutes_between', [21, 23], {
		...{ score: 0.8, intendedBehavior: 'An end before its start is on the next day.' },
		...{ focus: [{ startLine: 23, endLine: 23 }], evidence: [{ kind: 'name', text: 'The issue names it' }] },
	}),
	location('hours', [15, 15], { score: 0.7 }),
	location('round_to', [26, 30], { score: 0.3, lessLikely: true, focus: [{ startLine: 28, endLine: 28 }] }),
];

function location(method: string, [startLine, endLine]: readonly [number, number], known: Partial<BugLocation>) {
	const id = `${clock}#${method}`;
	return { id, file: clock, startLine, endLine, method, intendedBehavior: '', score: 0, evidence: [], ...known };
}

/** What a failing test and 24 passing ones executed. */
const spectrum: Spectrum = {
	...{ formula: 'ochiai', nFailing: 1, nPassing: 24, per: 'test', measuredBy: 'coverage.py' },
	suspects: [
		suspect('minutes_between', { line: 23, score: 0.71 }),
		suspect('parse_clock', { line: 9, score: 0.2 }, { line: 10, score: 0.3 }, { line: 12, score: 0.5 }),
	],
};

function suspect(method: string, ...lines: Suspect['lines']): Suspect {
	const at = { startLine: lines[0]?.line ?? 1, endLine: lines.at(-1)?.line ?? 1 };
	return { file: clock, method, ...at, score: 0.71, nFailing: 1, nPassing: 2, lines };
}

describe('the marks of a run with several locations', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' });

	const line = () => workbench().page.locator('.statusbar-item', { hasText: 'Ln ' });

	/** The numbers that the editor shows behind lines. */
	const numbers = () =>
		workbench().page.evaluate<string[]>(`
			[...document.querySelectorAll('.monaco-editor .view-lines span')]
				.map(span => getComputedStyle(span, '::before').content)
				.filter(content => /^"\\d+"$/.test(content))
				.map(content => content.slice(1, -1))
				.sort()`);

	async function untilNumbers(expected: readonly string[]): Promise<void> {
		while (JSON.stringify(await numbers()) !== JSON.stringify(expected)) {
			await workbench().page.waitForTimeout(50);
		}
	}

	/** Waits for so many gutter icons of suspicious lines. */
	async function untilBars(expected: number): Promise<void> {
		const count = () =>
			workbench().page.evaluate<number>(`
				[...document.querySelectorAll('.monaco-editor .glyph-margin-widgets *')]
					.filter(each => getComputedStyle(each).backgroundImage.includes('heat')).length`);
		while ((await count()) !== expected) {
			await workbench().page.waitForTimeout(50);
		}
	}

	it('begin at the first line with evidence, and are walked with the less likely ones last', async () => {
		await workbench().runCommand('Faultline: Rebuild Index');
		const events = [
			{ type: 'locationsNamed', locations, ranking: emptyRanking },
			{ type: 'spectrumMeasured', spectrum },
			{ type: 'runEnded', outcome: 'done' },
		];
		await seedEvents(await storageFolder(workbench().userDataDir), runId, [
			runStarted(runId, 'Times after midnight are refused'),
			...(events as Parameters<typeof seedEvents>[2]),
		]);
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().filter({ hasText: 'Times after midnight' }).first().click();
		await (await workbench().webviewFrame()).getByText('Times after midnight').first().waitFor();
		for (const at of [12, 23, 15, 28, 12]) {
			await workbench().runCommand('Faultline: Go to Next Location');
			await line()
				.filter({ hasText: `Ln ${at},` })
				.waitFor();
		}
		await untilNumbers(['1', '2', '3']);
	});

	for (const theme of ['Light Modern', 'Dark Modern', 'Dark High Contrast', 'Light High Contrast'] as const) {
		it(`can be distinguished in ${theme}`, async () => {
			await workbench().setColorTheme(theme);
			await untilNumbers(['1', '2', '3']);
			await workbench().screenshot(`marks-${theme.toLowerCase().replaceAll(' ', '-')}`);
		});
	}

	it('state in a hover what is known, once', async () => {
		await workbench().page.locator('.monaco-editor .view-line >> text=match').first().hover();
		const hover = workbench().page.locator('.monaco-hover:visible', { hasText: 'From the issue' }).first();
		await hover.waitFor();
		// It fades in.
		await workbench().page.waitForTimeout(500);
		await workbench().screenshot('marks-hover');
		assert.equal((await hover.innerText()).match(/Location 1/g)?.length, 1);
		await hover.getByText('clock.py:17').first().click();
		await line().filter({ hasText: 'Ln 17,' }).waitFor();
	});

	it('show suspicious lines on demand, with a legend that clears them', async () => {
		await workbench().runFromView('Show Suspicious Lines');
		const legend = workbench().page.locator('.statusbar-item', { hasText: 'Suspicious lines' });
		await legend.waitFor();
		await untilBars(4);
		for (const theme of ['Dark Modern', 'Light High Contrast', 'Light Modern'] as const) {
			await workbench().setColorTheme(theme);
			await workbench().screenshot(`heat-${theme.toLowerCase().replaceAll(' ', '-')}`);
		}
		await workbench().page.locator('.monaco-editor .view-line >> text=return end').first().hover();
		const hover = workbench().page.locator('.monaco-hover:visible', { hasText: 'Suspiciousness: highest' }).first();
		await hover.waitFor();
		await workbench().page.waitForTimeout(500);
		await workbench().screenshot('heat-hover');
		// Words are separated by special spaces.
		const text = (await hover.innerText()).replace(/[\s\u200b]+/g, ' ');
		assert.match(text, /Run by 1 of 1 failing and 2 of 24 passing tests\./);
		await legend.click();
		await legend.waitFor({ state: 'detached' });
		await untilBars(0);
	});

	it('are cleared in the view title, also after a reload of the window', async () => {
		await workbench().page.locator('[aria-label^="Clear Marks"]').first().click();
		await untilNumbers([]);
		await workbench().screenshot('marks-cleared');
		const loaded = workbench().page.waitForEvent('load');
		await workbench().runCommand('Developer: Reload Window');
		await loaded;
		await workbench().page.locator('[aria-label^="Show Marks"]').first().waitFor();
		await workbench().page.locator('.tab.active', { hasText: 'clock.py' }).waitFor();
		await untilNumbers([]);
	});

	it('come back from the menu in the status bar', async () => {
		await workbench().page.locator('.statusbar-item', { hasText: 'location' }).click();
		await workbench().quickPickRows().filter({ hasText: 'Show Marks' }).click();
		await untilNumbers(['1', '2', '3']);
	});

	it('are gone when the next run starts', async () => {
		await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await workbench().runCommand('Faultline: Locate Bug from Issue');
		await workbench().quickPickRows().filter({ hasText: 'Paste or type' }).first().click();
		const box = (await workbench().webviewFrame()).locator('textarea');
		await box.fill('The report sums wrong rates: `rate_for` returns 0');
		await box.press('Control+Enter');
		await untilNumbers([]);
	});
});
