import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import { RecordedLog } from './recordedLog';

/**
 * The main function of a separate process: makes scratch copies, runs a hanging process in each, and removes them, until it
 * is killed. The hanging process is ended after `timeoutMs`. Prints the current step and the id of the hanging process.
 */
async function checkoutForever(project: string, storage: string, timeoutMs: number): Promise<void> {
	const roots = [{ name: 'project', dir: project }];
	const print = (text: string) => process.stdout.write(`${text}\n`);
	const hang = [process.execPath, '-e', 'console.log(process.pid); setInterval(() => {}, 1000)'];
	for (;;) {
		print('making');
		const checkout = await new ScratchCheckouts({ roots, storage, log: new RecordedLog() }).create('forever');
		print('made');
		await checkout.write('file1.txt', 'tried\n');
		const onOutput = (_stream: string, pid: string) => print(`hanging ${pid.trim()}`);
		await new ProcessRunner({ graceMs: 50 }).run({ command: hang, cwd: checkout.folder, timeoutMs, onOutput });
		print('resetting');
		await checkout.reset();
		print('disposing');
		await checkout.dispose();
	}
}

const [project = '', storage = '', timeoutMs = ''] = process.argv.slice(2);
void checkoutForever(project, storage, Number(timeoutMs));
