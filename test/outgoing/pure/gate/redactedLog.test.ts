import assert from 'node:assert/strict';
import { redactedLog } from '../../../../src/outgoing/pure/gate/redactedLog';
import { RecordedLog } from '../../../support/recordedLog';
import { drawnText } from './drawnText';

describe('redactedLog', () => {
	const secret = `gh${'p_'}${drawnText(36)}`;

	it('keeps secrets out of messages, of errors and of their causes', () => {
		const written: unknown[] = [];
		const keep = (...parts: unknown[]) => void written.push(...parts);
		const log = redactedLog({ info: keep, warn: keep, error: keep });
		log.info(`a ${secret}`);
		log.warn(`b ${secret}`);
		log.error(`c ${secret}`, new Error(`d ${secret}`, { cause: new Error(`e ${secret}`) }));
		const text = written.join('\n');
		for (const start of ['a', 'b', 'c', 'Error: d', 'Caused by: Error: e']) {
			assert.ok(text.includes(`${start} [removed: GitHub token]`), text);
		}
		assert.ok(!text.includes(secret), text);
	});

	it('passes everything else on', () => {
		const recorded = new RecordedLog();
		redactedLog(recorded).warn('No folder is open.');
		assert.match(JSON.stringify(recorded), /No folder is open\./);
	});
});
