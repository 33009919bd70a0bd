import { shortened } from '../../../../runs/pure/model/shortened';
import type { DirectiveData } from '../../languages/readerData';

/** The part of a condition that is read, in characters. */
const longest = 100;
const mostRows = 10;

/**
 * States by its 1-based number each line under conditions that are not known to hold: `(only under #ifdef A, #else)`,
 * `(inactive: under #if 0)`. Only the constants 0 and 1 are decided. A condition that only prevents a second inclusion
 * is none.
 */
export function conditionRemarks(lines: readonly string[], data: DirectiveData): ReadonlyMap<number, string> {
	const remarks = new Map<number, string>();
	const open: Condition[] = [];
	let isContinued = false;
	for (const [at, line] of lines.entries()) {
		const read = isContinued ? undefined : directive(lines, at, data);
		isContinued = line.endsWith('\\');
		const outside = read === undefined ? undefined : follow(open, read, data);
		const remark = remarkOf(outside ?? open, data);
		if (remark !== '') {
			remarks.set(at + 1, remark);
		}
	}
	return remarks;
}

interface Directive {
	readonly word: string;
	readonly argument: string;
}

/** A condition whose end is not yet read. */
interface Condition {
	readonly begin: Directive;
	/** The directive that begins the current part: `begin`, or one that continues it. */
	part: Directive;
	/** Whether one of the parts before holds; undefined: that depends. */
	holdsBefore: boolean | undefined;
	/** No directive has followed. */
	isFresh: boolean;
	/** It only prevents a second inclusion: it is for a name that is defined first. */
	isGuard: boolean;
}

function directive(lines: readonly string[], at: number, { sign }: DirectiveData): Directive | undefined {
	if (!lines[at]?.trimStart().startsWith(sign)) {
		return undefined;
	}
	let text = '';
	for (let row = at; row < at + mostRows && (row === at || lines[row - 1]?.endsWith('\\')); row++) {
		text += `${lines[row]?.replace(/\\$/, '').trim()} `;
	}
	const [code = ''] = text.slice(sign.length).split(/\/[/*]/, 1);
	const word = /^\w+/.exec(code.trimStart())?.[0] ?? '';
	return { word, argument: code.trimStart().slice(word.length).trim() };
}

/** Returns the conditions around the directive itself, if it is part of one. */
function follow(open: Condition[], read: Directive, data: DirectiveData): readonly Condition[] | undefined {
	const last = open.at(-1);
	const { word, argument } = read;
	const isFirst = last?.isFresh === true;
	if (last !== undefined) {
		last.isFresh = false;
	}
	if (data.begins.includes(word)) {
		const around = [...open];
		open.push({ begin: read, part: read, holdsBefore: false, isFresh: true, isGuard: false });
		return around;
	}
	if (last !== undefined && data.ends.includes(word)) {
		open.pop();
		return [...open];
	}
	if (last !== undefined && data.continues.includes(word)) {
		const holdsOne = last.holdsBefore === true || last.part.argument === '1';
		last.holdsBefore = holdsOne || (holds(last) === false ? last.holdsBefore : undefined);
		last.part = read;
		return open.slice(0, -1);
	}
	if (last !== undefined && isFirst && word === data.define) {
		last.isGuard = /^\w+/.exec(argument)?.[0] === last.begin.argument.match(/\w+/g)?.at(-1);
	}
	return undefined;
}

/** Whether the part that is read holds; undefined: that depends. */
function holds({ begin, part, holdsBefore }: Condition): boolean | undefined {
	if (holdsBefore === true || part.argument === '0') {
		return false;
	}
	const isAlways = part.argument === '1' || (part !== begin && part.argument === '');
	return isAlways && holdsBefore === false ? true : undefined;
}

function remarkOf(open: readonly Condition[], { sign }: DirectiveData): string {
	const text = (condition: Condition) => textOf(condition, sign);
	const around = open.filter(({ isGuard }) => !isGuard);
	const inactive = around.find(each => holds(each) === false);
	if (inactive !== undefined) {
		return `(inactive: under ${text(inactive)})`;
	}
	const unknown = around.filter(each => holds(each) === undefined);
	return unknown.length === 0 ? '' : `(only under ${unknown.map(text).join(' and ')})`;
}

function textOf({ begin, part }: Condition, sign: string): string {
	const text = ({ word, argument }: Directive) => `${sign}${word} ${shortened(argument, longest)}`.trimEnd();
	return part === begin ? text(begin) : `${text(begin)}, ${text(part)}`;
}
