import assert from 'node:assert/strict';
import { reportedCode, workspaceFrames } from '../../../../src/testing/pure/traces/workspaceFrames';
import { briefOf } from '../../../localizer/pure/brief/briefOf';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const socket = `static void sock_close(struct sock *sk)
{
	release(sk);
}

static int sock_wait(struct sock *sk)
{
	if (sk->closed)
		return 1;
	sock_close(sk);
	return 0;
}

static void sock_resume(struct sock *sk)
{
	sock_wait(sk);
	sk->resume(sk);
}
`;

describe('the code that a report names', () => {
	const found = async (...frames: readonly string[]) => {
		const workspace = await memoryWorkspace({
			'net/sock.c': socket,
			'net/core.c': 'int core_poll(int n)\n{\n\treturn n;\n}\n',
		});
		const report = ['BUG: KASAN: use-after-free in sock_resume', 'Call Trace:', ...frames.map(frame => ` ${frame}`)];
		const { lines, isOfOtherVersion } = reportedCode(await workspaceFrames(briefOf(report.join('\n')), workspace));
		return [isOfOtherVersion, ...lines.map(({ file, line }) => `${file}:${line}`).sort()];
	};

	it('is the lines of its frames', async () => {
		assert.deepEqual(await found('sock_resume+0x1/0x20 net/sock.c:17', 'core_poll+0x3/0x9 net/core.c:3'), [
			false,
			'net/core.c:3',
			'net/sock.c:17',
		]);
	});

	it('is the first lines of the functions in a file where one is elsewhere by now', async () => {
		const frames = [
			'sock_resume+0x1/0x20 net/sock.c:10',
			'sock_wait+0x1/0x20 net/sock.c:8',
			'sock_was_renamed+0x1/0x20 net/sock.c:3',
			'core_poll+0x3/0x9 net/core.c:3',
		];
		assert.deepEqual(await found(...frames), [true, 'net/core.c:3', 'net/sock.c:14', 'net/sock.c:6']);
	});
});
