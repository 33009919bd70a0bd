import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultStorageFolder } from '../../../../src/system/node/files/storageFolder';

describe('defaultStorageFolder', () => {
	const cases: [env: Record<string, string>, platform: NodeJS.Platform, expected: string][] = [
		[{ FAULTLINE_STORAGE: '/mine', XDG_DATA_HOME: '/data' }, 'linux', '/mine'],
		[{ FAULTLINE_STORAGE: '', XDG_DATA_HOME: '/data' }, 'linux', join('/data', 'faultline')],
		[{}, 'linux', join(homedir(), '.local', 'share', 'faultline')],
		[{}, 'darwin', join(homedir(), 'Library', 'Application Support', 'faultline')],
		[{ LOCALAPPDATA: '/local' }, 'win32', join('/local', 'faultline')],
		[{}, 'win32', join(homedir(), 'AppData', 'Local', 'faultline')],
	];
	for (const [env, platform, expected] of cases) {
		it(`is ${expected} on ${platform} with ${JSON.stringify(env)}`, () => {
			assert.equal(defaultStorageFolder(env, platform), expected);
		});
	}
});
