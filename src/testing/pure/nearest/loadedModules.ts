const loads = /\b(?:import|from|require|include|use|using|load|mod)\b/;
/** The main file of a folder is loaded by the name of the folder. */
const mainNames: ReadonlySet<string> = new Set(['index', '__init__', 'mod', 'main', 'lib']);

/** The parts of a file's path by which code loads it, its name last. */
export function moduleOf(path: string): readonly string[] {
	const parts = path.replace(/\.[^./]*$/, '').split('/');
	return mainNames.has(parts.at(-1) ?? '') && parts.length > 1 ? parts.slice(0, -1) : parts;
}

/**
 * How surely a text loads one of some modules: 1 if a line that loads code names two parts of its path next to each other, 0.5
 * if it has only the last one, 0.25 if only the folder of the module.
 */
export function loadsOf(text: string, modules: readonly (readonly string[])[]): number {
	const lines = text.split('\n').filter(line => line.length <= 300 && loads.test(line));
	let best = 0;
	for (const line of lines) {
		const words = line.match(/[\w-]+/g) ?? [];
		for (const module of modules) {
			best = Math.max(best, loadOf(words, module));
		}
	}
	return best;
}

function loadOf(words: readonly string[], module: readonly string[]): number {
	const [name = '', folder] = [module.at(-1), module.at(-2)];
	if (words.includes(name)) {
		const at = folder === undefined ? -1 : words.indexOf(folder);
		return folder === undefined || (at >= 0 && words.indexOf(name, at) > at) ? 1 : 0.5;
	}
	return folder !== undefined && words.includes(folder) ? 0.25 : 0;
}
