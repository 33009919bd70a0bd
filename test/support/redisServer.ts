import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { missingTool } from './installedTools';

/** Leaves a test or a suite out where Redis is not installed and cannot be, and prints that. */
export function needRedis(context: Mocha.Context): void {
	if (missingTool({ programs: ['redis-server', 'openssl'], debian: ['redis-server', 'openssl'] }) !== undefined) {
		console.log('      left out: redis-server or openssl is not installed');
		context.skip();
	}
}

/** Files in PEM. */
export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

/** A certificate for this machine that nothing trusts. */
export function makeCertificate(folder: string): Certificate {
	const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
	const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
	const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...names];
	execFileSync('openssl', words, { stdio: 'ignore' });
	return { cert, key };
}

/** A Redis on a free port of this machine, with an append file in a folder, so that it can be killed and started again. */
export class RedisServer {
	private child: ChildProcess | undefined;

	private constructor(
		private readonly folder: string,
		readonly port: number,
		private readonly options: readonly string[],
		private readonly certificate: Certificate | undefined,
	) {}

	/** `options`: those of `redis-server`. With a certificate it speaks TLS only. */
	static async start(folder: string, options: readonly string[] = [], certificate?: Certificate): Promise<RedisServer> {
		mkdirSync(folder, { recursive: true });
		const server = new RedisServer(folder, await freePort(), options, certificate);
		await server.startAgain();
		return server;
	}

	get url(): string {
		return `${this.certificate === undefined ? 'redis' : 'rediss'}://127.0.0.1:${this.port}`;
	}

	/** On the same port, with what the append file has. Resolves once it answers. */
	async startAgain(): Promise<void> {
		const files = ['--dir', this.folder, '--appendonly', 'yes', '--save', ''];
		const { cert = '', key = '' } = this.certificate ?? {};
		const tls = ['--port', '0', '--tls-port', `${this.port}`, '--tls-cert-file', cert, '--tls-key-file', key];
		const port =
			this.certificate === undefined
				? ['--port', `${this.port}`]
				: [...tls, '--tls-ca-cert-file', cert, '--tls-auth-clients', 'no'];
		const words = ['--bind', '127.0.0.1', ...port, ...files, ...this.options];
		const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'] });
		this.child = child;
		await new Promise<void>((resolve, reject) => {
			let output = '';
			child.stdout.setEncoding('utf8').on('data', (piece: string) => {
				output += piece;
				if (output.includes('Ready to accept connections')) {
					resolve();
				}
			});
			child.once('error', reject);
			child.once('exit', () => reject(new Error(`redis-server ended:\n${output}`)));
		});
	}

	/** Without a chance to finish anything. */
	async kill(): Promise<void> {
		const { child } = this;
		this.child = undefined;
		if (child !== undefined && child.exitCode === null && child.signalCode === null) {
			const exited = once(child, 'exit');
			child.kill('SIGKILL');
			await exited;
		}
	}

	/** Calls `use` with a connection to it. */
	async ask<Result>(use: (redis: Redis) => Promise<Result>): Promise<Result> {
		const redis = new Redis(this.port, '127.0.0.1');
		try {
			return await use(redis);
		} finally {
			redis.disconnect();
		}
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address !== null ? address.port : 0;
}
