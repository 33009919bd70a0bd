/** The purpose of a queue. Its jobs are worked on by programs of the same build only. */
export interface QueueName {
	/** Chosen by the user. */
	readonly name: string;
	readonly goal: 'locate' | 'fix';
	/** See `buildOf`. */
	readonly build: string;
}

/** Whether a text can be the chosen part of a name. */
export function isQueueName(text: string): boolean {
	return /^[\w.-]{1,60}$/.test(text);
}

/** `default~locate~0.2.0~1a2b3c4d` */
export function writtenName({ name, goal, build }: QueueName): string {
	return [name, goal, build.replace(/ \(build (\w+)\)$/, '~$1')].join('~');
}

/** Reads a name that `writtenName` returned; undefined for anything else. */
export function readName(written: string): QueueName | undefined {
	const [name = '', goal, version = '', digest = '', ...rest] = written.split('~');
	const isKnown = isQueueName(name) && isQueueName(version) && isQueueName(digest) && rest.length === 0;
	return isKnown && (goal === 'locate' || goal === 'fix')
		? { name, goal, build: `${version} (build ${digest})` }
		: undefined;
}
