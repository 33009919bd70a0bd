/** Which test runs: reported by node:test and the reporter of Mocha, looked up for Jest and Vitest, whose reporters are in other processes. */
'use strict';

const { relative, sep } = require('node:path');

/** By the context of a file of tests, the symbol of Jest's state in it. */
const states = new WeakMap();

/** `isOfNode`: this process runs a file of node:test. */
exports.watchTests = (tracer, isOfNode) => {
	Object.defineProperty(process, Symbol.for('faultline.recorder'), {
		value: (event, test) => tracer.observe(event, test),
	});
	if (isOfNode) {
		watchNode(tracer);
	}
};

/** Tests of a file run one after the other; those in a test belong to it. */
function watchNode(tracer) {
	const file = pathOf(process.argv[1] ?? '');
	const { afterEach, beforeEach } = require('node:test');
	let depth = 0;
	let running = '';
	beforeEach(test => {
		if (depth++ === 0) {
			running = `${file}::${namesOf(test)}`;
			tracer.observe('started', running);
		}
	});
	afterEach(() => {
		if (--depth === 0) {
			tracer.observe('ended', running);
		}
	});
}

function namesOf(test) {
	return test?.fullName ?? test?.name ?? '';
}

/** The id of the test that Jest runs in one of its contexts. */
exports.testOfJest = contexts => {
	for (const global of contexts()) {
		const test = stateOfJest(global)?.currentlyRunningTest;
		const file = global[Symbol.for('$$jest-matchers-object')]?.state?.testPath;
		if (test && typeof file === 'string') {
			const names = [];
			for (let at = test; at?.parent !== undefined; at = at.parent) {
				names.unshift(at.name);
			}
			return `${pathOf(file)}::${names.join(' > ')}`;
		}
	}
	return undefined;
};

function stateOfJest(global) {
	if (!states.has(global)) {
		const symbol = Object.getOwnPropertySymbols(global).find(each => each.description === 'JEST_STATE_SYMBOL');
		if (symbol === undefined) {
			return undefined;
		}
		states.set(global, symbol);
	}
	return global[states.get(global)];
}

/** The id of the test that Vitest runs in this thread. */
exports.testOfVitest = () => {
	const { current } = globalThis.__vitest_worker__ ?? {};
	if (current?.type !== 'test') {
		return undefined;
	}
	const names = [];
	for (let at = current; at !== undefined && at !== current.file; at = at.suite) {
		names.unshift(at.name);
	}
	return `${pathOf(current.file.filepath)}::${names.join(' > ')}`;
};

function pathOf(file) {
	return relative(process.cwd(), file).split(sep).join('/');
}
