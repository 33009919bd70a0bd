import type { Node } from 'web-tree-sitter';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** What shows text, and which of its arguments; of an object among them, the fields below. */
const doors: Readonly<Record<string, readonly number[]>> = {
	...{ showMessage: [1, 2, 3, 4], askModal: [0, 1, 2, 3, 4], showStatus: [0], withStatus: [0], treeItem: [0] },
	...{ testMessage: [0], plainMessage: [0], appendPlain: [1], appendMarkdown: [0], setTitle: [0], progress: [0] },
	...{ inform: [0, 1, 2], complain: [0, 1, 2], confirm: [0, 1, 2, 3], withCancel: [0], withProgress: [0] },
	...{ showViewProgress: [0], typeCommand: [0], createTestController: [1], createRunProfile: [0], CodeAction: [0] },
	...{ createSourceControl: [1], createResourceGroup: [1], createWebviewPanel: [1], Task: [2], button: [0] },
};

/** Fields of objects of VS Code, and of a page, that are shown. */
const shownFields = new Set([
	...['label', 'title', 'description', 'detail', 'placeHolder', 'placeholder', 'prompt', 'tooltip', 'message', 'text'],
	...['openLabel', 'saveLabel', 'justification', 'contentText', 'hoverMessage', 'notice'],
]);
const shownAttributes = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
/** They consist of words, and show none; `noun`: what core counts. */
const styleNames = new Set([
	'noun',
	'class',
	'className',
	'style',
	'textDecoration',
	'd',
	'viewBox',
	'transform',
	'points',
]);

/** What gives a translation, or English that is translated where it is shown, or is read by programs and developers only. */
const notShown =
	/(?:^|\.)(?:t|engineText|\w*[Ll]og\.(?:info|warn|error)|fail|import|require|matchMedia|\w*Error|super)$/;

/** Files in which prose is not shown as it is written, with the reason. */
const otherProse: Readonly<Record<string, string>> = {
	'src/editor/failedCommands/failedCommand.ts': 'the text of an issue',
	'src/editor/locate/problemText.ts': 'the text of an issue',
	'src/editor/models/vscodeServerLabel.ts': 'the name of a server, as runs keep it',
	'src/editor/settings/endpointSetting.ts': 'messages of errors: shown by engineText',
	'src/editor/models/vscodeModel.ts': 'messages of errors: shown by engineText',
	'src/editor/models/testConnection.ts': 'sentences for the log, too: shown by engineText',
	'src/editor/createServices.ts': 'a sentence for the log, too: shown by engineText',
	'src/editor/settings/settings.ts': 'a part of messages of errors: shown by engineText',
	'src/editor/currentRun/runController.ts': 'a part of messages of errors: shown by engineText',
	'src/editor/tools/toolContext.ts': 'a part of messages of errors: shown by engineText',
	'src/editor/tools/toolsDoor.ts': 'answers to models',
	'src/editor/trajectory/registerTrajectory.ts': 'messages of errors: shown by engineText',
};

/** The same in every language. */
const sameEverywhere = /^(?:Faultline|npm test|Ctrl|Enter|"\w+"|https?:\S+|[\w.-]+\.\w+)$/;

/**
 * One line for each text of the interface that is not given to `t`, so that it would stay English: literals with a word that
 * are shown, and prose anywhere but in errors and logs, since most texts reach what shows them by a variable.
 */
export function untranslated(source: SourceFile): string[] {
	const shown = [...shownByCalls(source.root), ...shownByFields(source), ...shownByTags(source.root)];
	const texts = new Map(
		shown
			.flatMap(literals)
			.filter(node => /\p{L}{2}/u.test(textOf(node)))
			.map(node => [node.id, node]),
	);
	if (!(source.path in otherProse)) {
		for (const node of prose(source.root)) {
			texts.set(node.id, node);
		}
	}
	return [...texts.values()]
		.filter(node => !sameEverywhere.test(textOf(node)))
		.sort((a, b) => a.startIndex - b.startIndex)
		.map(node => `${place(source, node)} is shown untranslated: ${node.text.replace(/\s+/g, ' ').slice(0, 80)}`);
}

function shownByCalls(root: Node): Node[] {
	return nodesOfType(root, 'call_expression', 'new_expression').flatMap(call => {
		const name = /\w+$/.exec(calleeOf(call))?.[0] ?? '';
		const given = call.childForFieldName('arguments')?.namedChildren ?? [];
		const positions = Object.hasOwn(doors, name) ? doors[name] : [];
		return (positions ?? []).flatMap(at => given[at] ?? []);
	});
}

function shownByFields({ path, root }: SourceFile): Node[] {
	// In a page, how much is shown of a run.
	const isState = (name: string) => name === 'detail' && path.startsWith('src/webview/');
	return nodesOfType(root, 'pair', 'assignment_expression').flatMap(node => {
		const key = node.childForFieldName('key') ?? node.childForFieldName('left');
		const name = key?.childForFieldName('property')?.text ?? key?.text ?? '';
		const value = node.childForFieldName('value') ?? node.childForFieldName('right');
		if (value === null || isState(name) || isKeyOfText(node) || !(shownFields.has(name) || name === 'validateInput')) {
			return [];
		}
		return name === 'validateInput' ? (value.childForFieldName('body') ?? []) : value;
	});
}

/** A field of `t({ message: '…', comment: '…' })`. */
function isKeyOfText(pair: Node): boolean {
	const call = pair.parent?.parent?.parent;
	return call?.type === 'call_expression' && /(?:^|\.)t$/.test(calleeOf(call));
}

/** In a page: text between tags, attributes that are shown or read aloud, and expressions between tags. */
function shownByTags(root: Node): Node[] {
	return nodesOfType(root, 'jsx_text', 'jsx_attribute', 'jsx_expression').flatMap(node => {
		if (node.type === 'jsx_attribute') {
			const [name, value] = node.namedChildren;
			return shownAttributes.has(name?.text ?? '') && value !== undefined ? value : [];
		}
		return node.parent?.type === 'jsx_attribute' ? [] : node;
	});
}

/** Literals whose text a value may have, or contain. Calls are followed no further than `join`. */
function literals(node: Node): Node[] {
	switch (node.type) {
		case 'string':
		case 'jsx_text':
			return [node];
		case 'template_string':
			return [node, ...node.namedChildren.flatMap(literals)];
		case 'ternary_expression':
			return [node.childForFieldName('consequence'), node.childForFieldName('alternative')].flatMap(each =>
				each === null ? [] : literals(each),
			);
		case 'binary_expression':
			return /^(?:\+|\?\?|\|\||&&)$/.test(node.childForFieldName('operator')?.text ?? '')
				? node.namedChildren.flatMap(literals)
				: [];
		case 'call_expression': {
			const called = node.childForFieldName('function');
			return /\.join$/.test(called?.text ?? '') ? literals(called?.childForFieldName('object') as Node) : [];
		}
		case 'array':
		case 'spread_element':
		case 'parenthesized_expression':
		case 'template_substitution':
		case 'jsx_expression':
		case 'as_expression':
			return node.namedChildren.flatMap(literals);
		default:
			return [];
	}
}

function prose(root: Node): Node[] {
	return nodesOfType(root, 'string', 'template_string').filter(node => isProse(textOf(node)) && !isElsewhere(node));
}

/** A word and another one, or something that varies, with a blank between; or one word as a button has it. */
function isProse(text: string): boolean {
	return /\p{L}{2}[.,:;!?)]? [(“"]?[\p{L}\0]|\0 \p{L}{2}|^\p{Lu}\p{Ll}{2,}…?$/u.test(text);
}

function isElsewhere(node: Node): boolean {
	for (let at: Node | null = node; at !== null; at = at.parent) {
		if (isOfProgram(at) || (/^(?:call|new)_expression$/.test(at.type) && notShown.test(calleeOf(at)))) {
			return true;
		}
	}
	return isMessageKind(node) || isOfError(node);
}

/** Types, imports, comparisons, names of fields and of styles. */
function isOfProgram(node: Node): boolean {
	const { type, parent } = node;
	const isCompared = type === 'binary_expression' && /^[!=]==?$/.test(node.childForFieldName('operator')?.text ?? '');
	const isKey = parent?.type === 'pair' && parent.childForFieldName('key')?.id === node.id;
	const name = type === 'pair' ? node.childForFieldName('key')?.text : node.namedChildren[0]?.text;
	const isStyle = /^(?:pair|jsx_attribute)$/.test(type) && styleNames.has(name ?? '');
	return isCompared || isKey || isStyle || /^(?:import_statement|export_statement|literal_type|switch_case)$/.test(type)
		? type !== 'export_statement' || node.childForFieldName('source') !== null
		: false;
}

/** `showMessage('Warning', …)` */
function isMessageKind(node: Node): boolean {
	const call = node.parent?.parent;
	return call?.type === 'call_expression' && calleeOf(call) === 'showMessage' && isFirstArgument(call, node);
}

function isFirstArgument(call: Node, node: Node): boolean {
	return call.childForFieldName('arguments')?.namedChildren[0]?.id === node.id;
}

/** A constant that becomes the message of an error. */
function isOfError(node: Node): boolean {
	const { parent } = node;
	const name = parent?.type === 'variable_declarator' ? parent.childForFieldName('name')?.text : undefined;
	const { text } = node.tree.rootNode;
	return name !== undefined && new RegExp(`new \\w*Error\\(${name}\\b`).test(text);
}

function calleeOf(call: Node): string {
	return (call.childForFieldName('function') ?? call.childForFieldName('constructor'))?.text ?? '';
}

/** Without icons, tags and entities; `\\0` where something varies. */
function textOf(node: Node): string {
	const parts =
		node.type === 'jsx_text' ? [node] : node.namedChildren.filter(child => child.type === 'string_fragment');
	const text = parts.map(part => part.text).join('\0');
	return text.replace(/\$\([\w~-]*\)|<[^>]*>|&\w+;/g, '').trim();
}
