import { nodesOfType, place, type SourceFile } from './sourceFile';

/** The one file of the editor that may change the user's files and buffers: it asks for trust and keeps copies first. */
const door = 'src/editor/patches/userFiles.ts';
const writing = /(?:\bapplyEdit|\bfs\.(?:writeFile|delete|rename|copy|createDirectory)|\.save|\beditor\.edit)$/;

/** One line for each call that changes a file of the user outside that one file. */
export function userFileWrites(source: SourceFile): string[] {
	if (!source.path.startsWith('src/editor/') || source.path === door) {
		return [];
	}
	return nodesOfType(source.root, 'call_expression')
		.filter(call => writing.test(call.childForFieldName('function')?.text ?? ''))
		.filter(call => !/^userFiles\.|\.userFiles\.save$/.test(call.childForFieldName('function')?.text ?? ''))
		.map(call => `${place(source, call)} changes files of the user: ${door} does that`);
}
