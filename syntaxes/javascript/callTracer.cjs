/**
 * Records the calls in the project: arguments, results, exceptions, and the lines with what they changed:
 * `node --require PROJECT/.faultline/coverage/callTracer.cjs`, also as NODE_OPTIONS, so that each process and each thread records.
 *
 * Code of the project gets reports of its calls and lines when it is loaded (instrumentCalls.cjs), after all other loaders: on disk
 * nothing changes. A process writes the format that callTracer.py of Python describes to the first records/trace-N.jsonl beside this file
 * that is not there yet. Recorded are the tests, as node:test, the reporter of Mocha, Jest and Vitest name them; else the
 * program itself, if it is in the project. An async function ends when its result is there; lines after `await` are its own.
 * The environment variable FAULTLINE_TRACE_FUNCTION names a function all of whose calls count. Node 18 or later; ES modules are recorded
 * from Node 22.15 on.
 */
'use strict';

const { appendFileSync, closeSync, openSync, realpathSync } = require('node:fs');
const { dirname, join, relative, sep } = require('node:path');
const { isMainThread, threadId } = require('node:worker_threads');
const { isShown, messageOf, textOf, typeOf } = require('./tracedValues.cjs');
const { hookLoaders } = require('./loaderHooks.cjs');
const { watchTests } = require('./testEvents.cjs');

const most = { events: 100_000, bytes: 20 * 1024 * 1024, files: 64 };
/** Calls of one function, in one test: with their lines, and at all. */
const withLines = 20;
const mostCalls = 1000;
/** Of one call, so that a loop does not take all. */
const mostLines = 2000;
const { keys } = Object;
const { stringify } = JSON;
const { FAULTLINE_TRACE_FUNCTION: wanted = '', NODE_TEST_CONTEXT: context = '', FAULTLINE_TRACED: outer } = process.env;
const folder = realpathSync(dirname(dirname(__dirname)));

/** The lines of JSON, written in pieces. */
class Output {
	constructor() {
		this.file = undefined;
		this.lines = [];
		this.events = 0;
		this.bytes = 0;
	}

	get isFull() {
		return this.events > most.events || this.bytes > most.bytes;
	}

	write(event) {
		if (this.isFull) {
			return;
		}
		this.events++;
		const why = `more than ${most.events} events or ${most.bytes >> 20} MB`;
		const line = `${stringify(this.isFull ? ['cut', why] : event)}\n`;
		this.bytes += line.length;
		this.lines.push(line);
		// What is not written is lost if the process crashes.
		if (this.lines.length >= 200 || this.isFull || event[0] === 'raised') {
			this.flush();
		}
	}

	flush() {
		const text = this.lines.join('');
		this.lines = [];
		try {
			this.file ??= text === '' ? undefined : newFile();
			text !== '' && this.file !== undefined && appendFileSync(this.file, text);
		} catch {
			// What cannot be written is missing.
		}
	}
}

/** Other processes write as well. */
function newFile() {
	for (let n = 0; n < most.files; n++) {
		const file = join(__dirname, 'records', `trace-${n}.jsonl`);
		try {
			closeSync(openSync(file, 'wx', 0o600));
			return file;
		} catch (error) {
			if (error.code !== 'EEXIST') {
				return undefined;
			}
		}
	}
	return undefined;
}

/** What one call reports: `$fl` in its code. The names are short, as they are in each line. */
class Call {
	constructor(tracer, { number, parent, hasLines, line }) {
		this.tracer = tracer;
		this.number = number;
		this.parent = parent;
		this.calledAt = parent?.at;
		this.test = tracer.nTests;
		/** Whether its lines are recorded. */
		this.n = hasLines;
		this.at = line;
		this.nLines = 0;
		this.shown = {};
		this.pending = {};
		this.error = undefined;
		this.isFailed = false;
		this.hasEnded = false;
		this.result = undefined;
	}

	/** A line is next. */
	l(line) {
		this.at = line;
		this.tracer.current = this;
		if (this.n && this.isOpen) {
			this.write('line', line, this.taken());
			if (++this.nLines >= mostLines) {
				this.n = false;
				// What is no longer followed is not known.
				this.shown = {};
			}
		}
	}

	/** Values that the line before may have changed. */
	v(values) {
		if (!this.isOpen) {
			return;
		}
		for (const name of keys(values)) {
			const value = values[name];
			const text = isShown(value) ? textOf(value) : undefined;
			if (text !== undefined && this.shown[name] !== text) {
				this.shown[name] = this.pending[name] = text;
			}
		}
	}

	/** Those of functions around it, which may not be there yet. */
	o(values) {
		try {
			this.v(values());
		} catch {
			// It is not there.
		}
	}

	/** It returns a value. */
	r(value) {
		this.result = value;
		return value;
	}

	/** It waited for a value, and continues. */
	w(value) {
		this.tracer.current = this;
		return value;
	}

	/** An exception ends it. */
	x(error) {
		this.h(error);
		this.isFailed = true;
		this.tracer.failed = { error, call: this };
		return error;
	}

	/** An exception is handled in it, or passes. */
	h(error) {
		this.tracer.current = this;
		if (this.isOpen && (this.error === undefined || this.error.value !== error)) {
			this.error = { value: error };
			this.write('raised', this.at, typeOf(error), messageOf(error), { ...this.shown });
		}
	}

	/** It ends. */
	e() {
		const { tracer, parent } = this;
		tracer.current = parent === undefined || parent.hasEnded ? undefined : parent;
		if (this.isOpen) {
			this.write('end', this.at, this.isFailed ? null : textOf(this.result), this.taken());
		}
		this.hasEnded = true;
		this.result = undefined;
		this.error = undefined;
	}

	get isOpen() {
		return !this.hasEnded && this.test === this.tracer.nTests && this.tracer.isRecording;
	}

	taken() {
		const { pending } = this;
		this.pending = {};
		return pending;
	}

	write(kind, ...event) {
		this.tracer.output.write([kind, this.number, ...event]);
	}
}

function same(value) {
	return value;
}

function nothing() {
	return undefined;
}

/** One that is not recorded. */
const off = {
	n: false,
	l: nothing,
	v: nothing,
	o: nothing,
	r: same,
	w: same,
	x: same,
	h: nothing,
	e: nothing,
};

/** `globalThis.$faultline` of the program. */
class Tracer {
	constructor() {
		this.off = off;
		/** Whether calls are reported at all. */
		this.on = false;
		this.isRecording = false;
		this.output = new Output();
		this.functions = [];
		this.test = undefined;
		this.nTests = 0;
		this.nCalls = 0;
		this.current = undefined;
		/** The call that an exception ended last. */
		this.failed = undefined;
		/** Of runners that report no tests: the id of the one that runs. */
		this.runningTest = undefined;
	}

	add(file, { name, line }) {
		const path = relative(folder, file).split(sep).join('/');
		const whole = name ?? path;
		const isWanted = wanted !== '' && (whole === wanted || whole.endsWith(`.${wanted}`));
		this.functions.push({ path, line, name: whole, isWanted, calls: 0, test: 0, isWritten: false });
		return this.functions.length - 1;
	}

	call(id, args) {
		const made = this.functions[id];
		// Looking it up takes long; what a call of a test calls belongs to that test.
		if (this.runningTest !== undefined && (this.current === undefined || made.calls <= mostCalls)) {
			this.follow(this.runningTest());
		}
		if (!this.isRecording || this.output.isFull) {
			this.on = this.runningTest !== undefined && !this.output.isFull;
			return off;
		}
		if (made.test !== this.nTests) {
			made.test = this.nTests;
			made.calls = 0;
		}
		made.calls++;
		if (made.calls > mostCalls && !made.isWanted) {
			return off;
		}
		const hasLines = made.calls <= withLines || made.isWanted;
		const parent = this.current;
		const call = new Call(this, { number: ++this.nCalls, parent, hasLines, line: made.line });
		this.announce(id, made);
		for (const name of keys(args)) {
			const value = args[name];
			args[name] = value === globalThis || (name === 'this' && value === undefined) ? undefined : textOf(value);
			if (args[name] !== undefined) {
				call.shown[name] = args[name];
			}
		}
		this.output.write(['call', call.number, parent?.number ?? 0, numberOf(id), parent?.at ?? 0, args]);
		this.current = call;
		return call;
	}

	/** The program itself is a call. */
	main(id) {
		// A process that it starts is not the program.
		process.env.FAULTLINE_TRACED = '1';
		this.on = this.isRecording = true;
		const call = new Call(this, { number: ++this.nCalls, parent: undefined, hasLines: true, line: 1 });
		this.announce(id, this.functions[id]);
		this.output.write(['call', call.number, 0, numberOf(id), 0, {}]);
		this.current = call;
		process.on('uncaughtExceptionMonitor', error => {
			call.at = this.lineOfFailed(call, error) ?? call.at;
			call.x(error);
		});
		process.on('exit', () => {
			call.e();
			this.output.flush();
		});
		return call;
	}

	/** The line of a call from which an error came that ended others: it may be long past, where nothing waits for a promise. */
	lineOfFailed(call, error) {
		let at = this.failed?.error === error ? this.failed.call : undefined;
		while (at !== undefined && at.parent !== call) {
			at = at.parent;
		}
		return at?.calledAt;
	}

	announce(id, made) {
		if (!made.isWritten) {
			made.isWritten = true;
			this.output.write(['function', numberOf(id), made.path, made.line, made.name]);
		}
	}

	observe(event, test) {
		if (event === 'started') {
			this.begin(test);
		} else if (test === this.test) {
			this.end();
		}
	}

	/** The test that runs, by a runner that reports none. */
	follow(test) {
		if (test === this.test) {
			return;
		}
		test === undefined ? this.end() : this.begin(test);
	}

	begin(test) {
		this.end();
		this.test = test;
		this.nTests++;
		this.current = undefined;
		this.on = this.isRecording = !this.output.isFull;
		this.output.write(['test', test]);
	}

	end() {
		if (this.test !== undefined) {
			this.output.write(['ended', this.test]);
			this.isRecording = false;
			this.on = this.runningTest !== undefined;
			this.test = undefined;
		}
		this.output.flush();
	}
}

/** Other processes have functions as well. */
function numberOf(id) {
	return `${process.pid}.${threadId}.${id}`;
}

function isMainProgram() {
	const [, program] = process.argv;
	const isRunner = context !== '' || process.execArgv.some(each => each === '--test');
	return !isRunner && isMainThread && outer === undefined && program !== undefined;
}

const tracer = new Tracer();
Object.defineProperty(globalThis, '$faultline', { value: tracer });
const program = isMainProgram() ? realOrGiven(process.argv[1]) : undefined;
hookLoaders({ tracer, folder, own: dirname(__dirname), program });
watchTests(tracer, context.startsWith('child') && isMainThread && outer === undefined);
process.on('exit', () => tracer.end());

function realOrGiven(file) {
	try {
		return realpathSync(file);
	} catch {
		return file;
	}
}
