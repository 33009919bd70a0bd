const origin = Date.UTC(2026, 2, 2, 9, 14, 2);
const microsPerMs = 1000;
const nsDigits = 9;
const services = ['api', 'web', 'worker', 'till-api', 'checkout', 'stock_sync2'];

/** The time of a line of a log, in the parts that formats are made of. */
export interface Stamp {
	/** `2026-03-02` */
	readonly day: string;
	/** `09:14:02` */
	readonly time: string;
	/** The fraction of the second, of at most 9 digits. */
	readonly fraction: (digits: number) => string;
	/** Since 1970. */
	readonly seconds: number;
	/** A process of a log has one number. */
	readonly pid: number;
	/** The program or container that prints. */
	readonly service: string;
}

/** The times of lines that a program prints one after the other. */
export class LogClock {
	private micros: number;
	private readonly pid: number;
	private readonly service: string;

	constructor(private readonly random: (limit: number) => number) {
		this.micros = (origin + random(12 * 3600 * 1000)) * microsPerMs + random(microsPerMs);
		this.pid = 300 + random(9000);
		this.service = services[random(services.length)] ?? 'api';
	}

	next(): Stamp {
		this.micros += 1 + this.random(60);
		const ms = Math.floor(this.micros / microsPerMs);
		const iso = new Date(ms).toISOString();
		const digits = `${iso.slice(20, 23)}${String(this.micros % microsPerMs).padStart(3, '0')}${String(this.micros % 997).padStart(3, '0')}`;
		return {
			day: iso.slice(0, 10),
			time: iso.slice(11, 19),
			fraction: n => digits.slice(0, Math.min(n, nsDigits)),
			seconds: Math.floor(ms / 1000),
			pid: this.pid,
			service: this.service,
		};
	}
}
