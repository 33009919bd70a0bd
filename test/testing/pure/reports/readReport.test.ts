import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { DiskFiles } from '../../../../src/code/node/listing/diskFiles';
import type { ReportData } from '../../../../src/code/pure/languages/runnerData';
import { readReport } from '../../../../src/testing/pure/reports/readReport';
import { TestResults } from '../../../../src/testing/pure/reports/testResults';
import { TestFolder } from '../../../support/testFolder';

const whole = '<testsuite><testcase name="a"/></testsuite>';

describe('the reports of a run', () => {
	const folder = new TestFolder();

	const read = async (files: Readonly<Record<string, string | Uint8Array>>, data: ReportData = everywhere) => {
		folder.write({ 'project/': '', ...files });
		const disk = new DiskFiles([{ name: '', dir: folder.path() }]);
		const results = new TestResults({ folder: folder.path(), start: '' });
		const checkout = {
			files: disk,
			find: async () => (await disk.list()).map(({ path }) => path).filter(path => path.endsWith('.xml')),
		};
		const problem = await readReport(data, {
			...{ checkout: checkout as never, path: 'report.xml', printed: '', results, start: '' },
		});
		return { problem, isFinished: results.isFinished, ids: results.tests.map(({ id }) => id) };
	};
	const everywhere = { format: 'junit', files: '**/*.xml' } as const;

	it('are whole where each of them is', async () => {
		assert.deepEqual(await read({ 'a.xml': whole, 'b.xml': whole.replace('"a"', '"b"') }), {
			...{ problem: undefined, isFinished: true, ids: ['::a', '::b'] },
		});
	});

	const cut: readonly (readonly [what: string, text: string | Uint8Array, problem: RegExp])[] = [
		['is empty', '', /^wrote a report that is not whole: it has no element \(a\.xml\)$/],
		['is blank', '\n', /not whole: it has no element \(a\.xml\)$/],
		['has only a declaration', '<?xml version="1.0"?>', /not whole: it has no element \(a\.xml\)$/],
		['is cut', whole.slice(0, 20), /not whole: it ends in a testsuite \(a\.xml\)$/],
		['is no XML', 'Segmentation fault', /not whole: it has no element \(a\.xml\)$/],
		['is deep', '<a>'.repeat(200_000), /not whole: its elements are too deep \(a\.xml\)$/],
		['defines entities', `<!DOCTYPE a [<!ENTITY b "c">]>${whole}`, /not whole: it defines a document type \(a\.xml\)$/],
		['has a NUL', `${whole}\0`, /^wrote a report that is not read \(a\.xml: not a text file\)$/],
		['is UTF-16 without a mark', Buffer.from(whole, 'utf16le'), /not read \(a\.xml: not a text file\)$/],
	];
	for (const [what, text, problem] of cut) {
		it(`are not whole where one ${what}, also before one that is`, async () => {
			const found = await read({ 'a.xml': text, 'b.xml': whole });
			assert.match(found.problem ?? '', problem);
			assert.deepEqual(found.ids, ['::a']);
		});
	}

	it('may be UTF-16 with a mark, or Latin', async () => {
		const latin = Buffer.from('<testsuite><testcase name="\xe9"/></testsuite>', 'latin1');
		const utf16 = Buffer.from(`\ufeff${whole}`, 'utf16le');
		assert.deepEqual((await read({ 'a.xml': latin, 'b.xml': utf16 })).ids, ['::é', '::a']);
	});

	it('are named where one is too large, or no file', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		folder.write({ 'report.xml': '' });
		truncateSync(folder.path('report.xml'), 200 * 1024 * 1024);
		const single = { format: 'junit' } as const;
		assert.equal(
			(await read({}, single)).problem,
			'wrote a report that is not read (report.xml: too large to read (200 MB))',
		);
		execFileSync('rm', [folder.path('report.xml')]);
		assert.equal((await read({}, single)).problem, 'wrote no report');
		execFileSync('mkfifo', [folder.path('report.xml')]);
		assert.match((await read({}, single)).problem ?? '', /not read \(report\.xml: not a file but a pipe/);
	});

	it('define no entities', async () => {
		const external =
			'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&b;"/></testsuite>';
		assert.deepEqual((await read({ 'a.xml': external })).ids, ['::&b;']);
	});
});
