import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { takeProcessLock, tryProcessLock } from '../../../../src/system/node/processes/processLock';
import { TestFolder } from '../../../support/testFolder';

describe('a process lock', () => {
	const folder = new TestFolder();
	const lock = () => folder.path('it.lock');
	/** The lock of a process with a living process's id, on another machine. */
	const holdElsewhere = (minutesAgo: number) => {
		writeFileSync(lock(), JSON.stringify({ pid: process.pid, machine: 'another' }));
		const then = new Date(Date.now() - minutesAgo * 60_000);
		utimesSync(lock(), then, then);
	};

	it('is held by one, and can be taken after its release', async () => {
		const release = (await tryProcessLock(lock())) ?? assert.fail();
		assert.equal(await tryProcessLock(lock()), undefined);
		await assert.rejects(takeProcessLock(lock(), 'this'), { name: 'UserError', message: /Another process \(\d+\)/ });
		await release();
		await (await takeProcessLock(lock(), 'this'))();
	});

	it('of another machine is held while it is touched, whatever its process id means here', async () => {
		holdElsewhere(1);
		assert.equal(await tryProcessLock(lock()), undefined);
		holdElsewhere(30);
		await (await takeProcessLock(lock(), 'this'))();
	});

	it('that another process took over stays when it is released', async () => {
		const release = (await tryProcessLock(lock())) ?? assert.fail();
		holdElsewhere(0);
		await release();
		assert.match(readFileSync(lock(), 'utf8'), /another/);
	});
});
