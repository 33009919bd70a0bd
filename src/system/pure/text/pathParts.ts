/** The parts of a path, `.` and `..` resolved; undefined when it leads out of the workspace. */
export function pathParts(path: string): string[] | undefined {
	const parts: string[] = [];
	for (const part of path.split('/')) {
		if (part === '..' && parts.pop() === undefined) {
			return undefined;
		}
		if (part !== '' && part !== '.' && part !== '..') {
			parts.push(part);
		}
	}
	return parts;
}
