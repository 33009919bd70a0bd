import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import type { Stretch } from './hostPieces';

/** An extension host that does nothing has a turn about this often. */
const turnMs = 1;
/** Shorter stretches are not kept. */
const leastMs = 5;

/**
 * Shares the extension host with Faultline and measures it for `bench/editor.ts`, which asks over HTTP; its port is the
 * only line of the file that FAULTLINE_PROBE names.
 */
export async function activate(): Promise<void> {
	const probe = new HostProbe();
	if (process.env.FAULTLINE_PROFILE === 'true') {
		await probe.start();
	}
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
		probe.answer(pathname, searchParams.get('of') ?? '').then(
			answer => response.end(JSON.stringify(answer ?? null)),
			error => response.writeHead(500).end(String(error)),
		);
	});
	server.listen(0, '127.0.0.1', async () => {
		const { port } = server.address() as AddressInfo;
		const file = vscode.Uri.file(process.env.FAULTLINE_PROBE ?? '');
		await vscode.workspace.fs.writeFile(file, Buffer.from(String(port)));
	});
}

class HostProbe {
	private readonly session = new Session();
	private stretches: Stretch[] = [];
	private beat: NodeJS.Timeout | undefined;

	async answer(path: string, of: string): Promise<unknown> {
		switch (path) {
			case '/command':
				// A command that takes long is not waited for.
				void vscode.commands.executeCommand(of);
				return undefined;
			case '/activate':
				await vscode.extensions.getExtension(of)?.activate();
				return undefined;
			case '/isActive':
				return vscode.extensions.getExtension(of)?.isActive === true;
			case '/startup':
				return this.startup();
			case '/stop':
				return this.stop();
			default:
				throw new Error(`no ${path}`);
		}
	}

	/** The text of `Developer: Startup Performance`. */
	private async startup(): Promise<string> {
		await vscode.commands.executeCommand('perfview.show');
		for (;;) {
			const text = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')?.getText() ?? '';
			if (text.includes('Extension Activation Stats')) {
				return text;
			}
			await new Promise(resolve => setTimeout(resolve, 50));
		}
	}

	/** Before other extensions are activated. */
	async start(): Promise<void> {
		this.session.connect();
		await this.session.post('Profiler.enable');
		await this.session.post('Profiler.setSamplingInterval', { interval: 500 });
		await this.session.post('Profiler.start');
		this.stretches = [];
		let [lastMs, lastCpu] = [performance.now(), cpuMs()];
		this.beat = setInterval(() => {
			const [atMs, cpu] = [performance.now(), cpuMs()];
			if (atMs - lastMs > leastMs) {
				const [startUs, endUs] = [lastMs, atMs].map(ms => Math.round(ms * 1000 + originUs())) as [number, number];
				this.stretches.push({ startUs, endUs, cpuMs: cpu - lastCpu });
			}
			[lastMs, lastCpu] = [atMs, cpu];
		}, turnMs);
	}

	private async stop(): Promise<unknown> {
		clearInterval(this.beat);
		const { profile } = await this.session.post('Profiler.stop');
		this.session.disconnect();
		return { profile, stretches: this.stretches };
	}
}

/** The clock of a profile begins with the machine, that of `performance` with the process. */
function originUs(): number {
	return Number(process.hrtime.bigint() / 1000n) - performance.now() * 1000;
}

/** Of this thread. */
function cpuMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}
