// Runs one cell after the other in one scope. Each line of the input is a JSON object: "code", and "end", which is printed
// in a line of its own behind the output, with "ok" or "failed". The value of a last expression is printed. As in the
// console of a debugger, a cell may await, and declare a name again.
'use strict';
const { Session } = require('node:inspector');
const { createInterface } = require('node:readline');
const { inspect } = require('node:util');
const { Script, constants } = require('node:vm');

const session = new Session();
session.connect();
process.stderr.write = process.stdout.write.bind(process.stdout);
process.removeAllListeners('warning');
process.on('uncaughtException', error => print(error?.stack ?? error));
const importModuleDynamically = constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const load = new Script('name => import(name)', { importModuleDynamically }).runInThisContext();
const print = text => process.stdout.write(`${text}\n`);
const show = value => print(inspect(value));
Object.assign(globalThis, { require, importInCell: load, showInCell: show });

function post(method, options) {
	return new Promise((resolve, reject) => {
		session.post(method, options, (error, answer) => (error ? reject(error) : resolve(answer)));
	});
}

function isCode(text) {
	try {
		return new Script(`async () => {${text}\n}`) !== undefined;
	} catch {
		return false;
	}
}

/**
 * The debugger's evaluation knows no import() of its own. In a string, comment or pattern the word stays: the code is
 * correct there with any other character as well.
 */
function withImports(code) {
	return code.replace(/(?<![\w$.])import\s*\(/g, (found, at) =>
		isCode(`${code.slice(0, at)}#${code.slice(at + 'import'.length)}`) ? found : 'importInCell(',
	);
}

/** Whether it did not fail. */
async function run(code) {
	const options = { expression: withImports(code), replMode: true, awaitPromise: true, objectGroup: 'cell' };
	const { result, exceptionDetails } = await post('Runtime.evaluate', options);
	if (exceptionDetails !== undefined) {
		const { exception, text } = exceptionDetails;
		print((exception?.description ?? inspect(exception?.value ?? text)).split('\n    at Session.post')[0]);
	} else if (result.objectId !== undefined) {
		const call = { functionDeclaration: 'function () { showInCell(this); }', objectId: result.objectId };
		await post('Runtime.callFunctionOn', call);
	} else if (result.type !== 'undefined') {
		print(result.type === 'string' ? inspect(result.value) : (result.description ?? inspect(result.value)));
	}
	await post('Runtime.releaseObjectGroup', { objectGroup: 'cell' });
	return exceptionDetails === undefined;
}

async function main() {
	for await (const line of createInterface({ input: process.stdin })) {
		const { code, end } = JSON.parse(line);
		const isOk = await run(code);
		process.stdout.write(`\n${end} ${isOk ? 'ok' : 'failed'}\n`);
	}
	process.exit();
}

main();
