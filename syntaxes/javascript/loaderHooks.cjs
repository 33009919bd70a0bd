/** Where code of the project is compiled: by Node's own loaders, and by the functions of node:vm that test runners use. */
'use strict';

const { existsSync, readFileSync, realpathSync } = require('node:fs');
const Module = require('node:module');
const { dirname, resolve, sep } = require('node:path');
const { fileURLToPath } = require('node:url');
const vm = require('node:vm');
const { isMainThread } = require('node:worker_threads');
const { instrumented } = require('./instrumentCalls.cjs');
const { testOfJest, testOfVitest } = require('./testEvents.cjs');

/** `own`: the folder of Faultline in the project. `program`: the main one, if that is recorded. */
exports.hookLoaders = ({ tracer, folder, own, program }) => {
	/** With reports, or as it is. */
	const changed = (source, file, { isModule = false, isScript = false } = {}) => {
		const text = typeof source === 'string' ? source : Buffer.from(source).toString('utf8');
		const lineOf = linesOf(text, file);
		if (lineOf === undefined) {
			return source;
		}
		const options = { isModule, isScript, lineOf, add: made => tracer.add(file, made), isMain: file === program };
		return instrumented(text, options) ?? source;
	};
	/** The path of a file of the project. */
	const ownFile = name => {
		const file = pathOf(name);
		const isOwn =
			file?.startsWith(folder + sep) && !file.includes(`${sep}node_modules${sep}`) && !file.startsWith(own + sep);
		return isOwn ? file : undefined;
	};
	hookRequire(changed, ownFile);
	hookImport(changed, ownFile);
	hookVm(changed, ownFile, tracer);
	keepSourceMaps();
};

/** Where a debugger is open, the processes of Vitest that run tests leave source maps in the code. */
function keepSourceMaps() {
	const isWorker =
		process.env.VITEST !== undefined && (!isMainThread || /[\\/]vitest[\\/]dist[\\/]/.test(process.argv[1] ?? ''));
	if (isWorker) {
		require('node:inspector').url = () => 'faultline';
		Module.syncBuiltinESMExports();
	}
}

function hookRequire(changed, ownFile) {
	const compile = Module.prototype._compile;
	Module.prototype._compile = function (content, filename, ...rest) {
		const file = ownFile(filename);
		const isModule = rest[0] === 'module';
		return compile.call(this, file === undefined ? content : changed(content, file, { isModule }), filename, ...rest);
	};
}

/** Loaders that are registered later run before this one, unless it is registered once more. */
function hookImport(changed, ownFile) {
	const { registerHooks } = Module;
	if (registerHooks === undefined) {
		return;
	}
	const load = (url, context, next) => {
		const loaded = next(url, context);
		const file = url.startsWith('file:') ? ownFile(url) : undefined;
		const isTyped = loaded.format === 'module-typescript';
		if (
			file === undefined ||
			loaded.source === null ||
			loaded.source === undefined ||
			!(isTyped || loaded.format === 'module')
		) {
			return loaded;
		}
		const text = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source).toString('utf8');
		try {
			const plain = isTyped ? withoutTypes(text) : text;
			return { ...loaded, format: 'module', source: changed(plain, file, { isModule: true }) };
		} catch {
			return loaded;
		}
	};
	let own = registerHooks({ load });
	const asLast = register =>
		function (...args) {
			const result = register.apply(this, args);
			own.deregister();
			own = registerHooks({ load });
			return result;
		};
	Module.registerHooks = asLast(registerHooks);
	Module.syncBuiltinESMExports();
}

/** Types become blanks, so that nothing moves. Node warns about that in some versions; the program would not be the one that it warns. */
function withoutTypes(text) {
	const { emitWarning } = process;
	process.emitWarning = () => undefined;
	try {
		return Module.stripTypeScriptTypes(text, { mode: 'strip' });
	} finally {
		process.emitWarning = emitWarning;
	}
}

function hookVm(changed, ownFile, tracer) {
	const contexts = [];
	const nameIn = options => (typeof options === 'string' ? options : options?.filename);
	const withReports = (code, options) => {
		const file = typeof nameIn(options) === 'string' ? ownFile(nameIn(options)) : undefined;
		return file === undefined || typeof code !== 'string' ? code : changed(code, file, { isScript: true });
	};
	const { Script, createContext, runInThisContext, runInContext, compileFunction } = vm;
	vm.Script = class extends Script {
		constructor(code, options) {
			super(withReports(code, options), options);
		}
	};
	Object.defineProperty(vm.Script, 'name', { value: 'Script' });
	vm.createContext = (...args) => {
		const context = createContext(...args);
		try {
			Object.defineProperty(context, '$faultline', { value: tracer, configurable: true });
			contexts.unshift(new WeakRef(context));
			tracer.runningTest ??= () => testOfJest(() => contexts.flatMap(each => each.deref() ?? []));
			tracer.on = true;
		} catch {
			// It is not that of a test.
		}
		return context;
	};
	vm.runInContext = (code, context, options) => runInContext(withReports(code, options), context, options);
	vm.runInThisContext = (code, options) => {
		const text = withReports(code, options);
		if (text !== code && globalThis.__vitest_worker__ !== undefined) {
			tracer.runningTest ??= testOfVitest;
			tracer.on = true;
		}
		return runInThisContext(text, options);
	};
	vm.compileFunction = (code, parameters, options) => compileFunction(withReports(code, options), parameters, options);
	if (vm.SourceTextModule !== undefined) {
		const { SourceTextModule } = vm;
		vm.SourceTextModule = class extends SourceTextModule {
			constructor(code, options) {
				const file = typeof options?.identifier === 'string' ? ownFile(options.identifier) : undefined;
				super(file === undefined ? code : changed(code, file, { isModule: true }), options);
			}
		};
	}
	Module.syncBuiltinESMExports();
}

function pathOf(name) {
	try {
		const plain = name.replace(/\?.*$/, '');
		const file = plain.startsWith('file:') ? fileURLToPath(plain) : resolve(plain) === plain ? plain : undefined;
		return file === undefined ? undefined : realpathSync(file);
	} catch {
		return undefined;
	}
}

/**
 * The line that a place of code has in the file that was written, by its source map; undefined for code that is not the file's and
 * has none.
 */
function linesOf(text, file) {
	const map = mapOf(text, file);
	if (map === undefined) {
		return isAsWritten(text, file) ? line => line : undefined;
	}
	return (line, column) => {
		const { generatedLine, originalLine, originalSource } = map.findEntry(line - 1, column);
		// Lines that a compiler adds have no place.
		const isSame =
			generatedLine === line - 1 && Number.isInteger(originalLine) && sourceOf(originalSource, file) === file;
		return isSame ? originalLine + 1 : undefined;
	};
}

function mapOf(text, file) {
	try {
		const found = [...text.matchAll(/^\/\/# sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1];
		if (found === undefined) {
			return undefined;
		}
		const [, encoded] = found.startsWith('data:') ? found.split(';base64,') : [];
		const json =
			encoded === undefined
				? readFileSync(resolve(dirname(file), found), 'utf8')
				: Buffer.from(encoded, 'base64').toString();
		return new Module.SourceMap(JSON.parse(json));
	} catch {
		return undefined;
	}
}

/** Only what was made of the file itself has its lines. */
function sourceOf(source, file) {
	const path = source?.startsWith('file:') ? fileURLToPath(source) : resolve(dirname(file), source ?? '');
	return existsSync(path) ? path : file;
}

/** Apart from types that became blanks, what a runner puts around it, and the comments at its end. */
function isAsWritten(text, file) {
	const written = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
	const plain = text.replace(/\n*\/\/# source\w+=[^\n]*\s*$/, '');
	return plain.length === written.length || text.includes(written.trim());
}
