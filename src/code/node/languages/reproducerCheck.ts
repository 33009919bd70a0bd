import { isRecord } from '../../../system/pure/fields';
/** The problem of the `reproducer` of a `language.json`: one sentence that names the field. */
export function reproducerProblem(data: unknown): string | undefined {
	if (data === undefined) {
		return undefined;
	}
	if (!isRecord(data)) {
		return '"reproducer" must be an object';
	}
	const wrongText = ['file', 'reach', 'failBy'].find(field => data[field] !== undefined && !isFilled(data[field]));
	if (wrongText !== undefined) {
		return `"reproducer"."${wrongText}" must be a string`;
	}
	if (data.variables !== undefined && !(isRecord(data.variables) && Object.values(data.variables).every(isText))) {
		return '"reproducer"."variables" must be an object of strings';
	}
	if (data.version !== undefined && !(Array.isArray(data.version) && data.version.every(isText))) {
		return '"reproducer"."version" must be a list of strings';
	}
	return (
		waysProblem(data.ways) ??
		endProblem(data.end) ??
		debugProblem(data.debug) ??
		(isSteps(data.traced ?? [])
			? undefined
			: '"reproducer"."traced" must be a list of commands, each a list of strings') ??
		manifestsProblem(data.manifests) ??
		modulesProblem(data) ??
		expressionsProblem(data, 'assertionFailures') ??
		expressionsProblem(data, 'environmentErrors')
	);
}

function waysProblem(ways: unknown): string | undefined {
	if (ways === undefined || (Array.isArray(ways) && ways.length > 0 && ways.every(isWay))) {
		return undefined;
	}
	return '"reproducer"."ways" must be a list of objects with "steps", commands as lists of strings, and perhaps "needs", "file" and "debug"';
}

function endProblem(end: unknown): string | undefined {
	if (end === undefined) {
		return undefined;
	}
	const texts = isRecord(end) ? [end.replace, end.append].filter(text => text !== undefined) : [];
	const isMarked = texts.every(isText) && texts.some(text => text.includes('{mark}'));
	const { find, replace } = isRecord(end) ? end : {};
	return isMarked &&
		(find === undefined) === (replace === undefined) &&
		(find === undefined || (isFilled(find) && compiles(find)))
		? undefined
		: '"reproducer"."end" must have "append", or "find", a regular expression, and "replace", with {mark} in the text';
}

function debugProblem(debug: unknown): string | undefined {
	if (debug === undefined) {
		return undefined;
	}
	if (!isRecord(debug) || !isFilled(debug.extension) || !isRecord(debug.configuration)) {
		return '"reproducer"."debug" must be an object with "extension", a string, and "configuration", an object';
	}
	const { file, steps = [], exitCode, configuration } = debug;
	if (file !== undefined && !isFilled(file)) {
		return '"reproducer"."debug"."file" must be a string';
	}
	if (!['type', 'request'].every(field => isFilled(configuration[field]))) {
		return '"reproducer"."debug"."configuration" needs the strings "type" and "request"';
	}
	if (!isSteps(steps)) {
		return '"reproducer"."debug"."steps" must be a list of commands, each a list of strings';
	}
	const isValid = isFilled(exitCode) && compiles(exitCode) && /(?<!\\)\((?!\?)/.test(exitCode);
	return exitCode === undefined || exitCode === null || isValid
		? undefined
		: '"reproducer"."debug"."exitCode" must be null or a regular expression with a group';
}

function isWay(way: unknown): boolean {
	return (
		isRecord(way) &&
		[way.needs ?? []].flat().every(isNeeded) &&
		[way.file ?? [], way.reach ?? []].flat().every(isFilled) &&
		isSteps(way.traced ?? []) &&
		debugProblem(way.debug) === undefined &&
		isSteps(way.steps) &&
		way.steps.length > 0
	);
}

function manifestsProblem(manifests: unknown = []): string | undefined {
	return Array.isArray(manifests) && manifests.every(isManifest)
		? undefined
		: '"reproducer"."manifests" must be a list of objects with "file", and "fields", a list of strings, or "lines", a list of regular expressions';
}

function modulesProblem({ missingModules = [], install = [], packageNames = {} }: Readonly<Record<string, unknown>>) {
	const isKind = (kind: unknown) =>
		isRecord(kind) && isFilled(kind.error) && compiles(kind.error) && kind.error.includes('(?<module>');
	if (!Array.isArray(missingModules) || !missingModules.every(isKind)) {
		return '"reproducer"."missingModules" must be a list of objects with "error", a regular expression with a group "module"';
	}
	if (!Array.isArray(install) || !install.every(way => isRecord(way) && isFilled(way.command))) {
		return '"reproducer"."install" must be a list of objects with "command", a string';
	}
	const isNames = isRecord(packageNames) && Object.values(packageNames).every(isFilled);
	return isNames ? undefined : '"reproducer"."packageNames" must be an object of strings';
}

function isManifest(manifest: unknown): boolean {
	if (!isRecord(manifest) || !isFilled(manifest.file)) {
		return false;
	}
	const { name = '.', fields = [], lines = [], defaults = {} } = manifest;
	const isLines = Array.isArray(lines) && [name, ...lines].every(line => isFilled(line) && compiles(line));
	return isLines && Array.isArray(fields) && fields.every(isFilled) && isRecord(defaults);
}

function isNeeded(file: unknown): boolean {
	return isFilled(file) || (isRecord(file) && isFilled(file.file) && isFilled(file.matches) && compiles(file.matches));
}

function isSteps(steps: unknown): steps is readonly (readonly string[])[] {
	return Array.isArray(steps) && steps.every(step => Array.isArray(step) && step.length > 0 && step.every(isFilled));
}

function expressionsProblem(data: Readonly<Record<string, unknown>>, field: string): string | undefined {
	const expressions = data[field] ?? [];
	if (!Array.isArray(expressions) || !expressions.every(isFilled)) {
		return `"reproducer"."${field}" must be a list of regular expressions as strings`;
	}
	const wrong = expressions.find(expression => !compiles(expression));
	return wrong === undefined ? undefined : `"reproducer"."${field}": "${wrong}" is not a regular expression`;
}

function compiles(expression: string): boolean {
	try {
		return new RegExp(expression, 'gm').global;
	} catch {
		return false;
	}
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function isFilled(value: unknown): value is string {
	return isText(value) && value !== '';
}
