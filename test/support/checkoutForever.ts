import { ScratchCheckouts } from '../../src/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/node/processRunner';
import { RecordedLog } from './recordedLog';

/**
 * A process of its own that makes scratch copies, tries something that hangs in each, and removes them, until it is
 * killed. What hangs is ended after `timeoutMs`. It says on stdout where it is, and the number of the process that hangs.
 */
async function checkoutForever(project: string, storage: string, timeoutMs: number): Promise<void> {
	const roots = [{ name: 'project', dir: project }];
	const say = (text: string) => process.stdout.write(`${text}\n`);
	const hang = [process.execPath, '-e', 'console.log(process.pid); setInterval(() => {}, 1000)'];
	for (;;) {
		say('making');
		const checkout = await new ScratchCheckouts({ roots, storage, log: new RecordedLog() }).create('forever');
		say('made');
		await checkout.write('file1.txt', 'tried\n');
		const onOutput = (_stream: string, pid: string) => say(`hanging ${pid.trim()}`);
		await new ProcessRunner({ graceMs: 50 }).run({ command: hang, cwd: checkout.folder, timeoutMs, onOutput });
		say('resetting');
		await checkout.reset();
		say('disposing');
		await checkout.dispose();
	}
}

const [project = '', storage = '', timeoutMs = ''] = process.argv.slice(2);
void checkoutForever(project, storage, Number(timeoutMs));
