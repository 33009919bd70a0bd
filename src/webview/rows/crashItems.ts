import type { Crash, IssueBrief, Traceback, TraceFrame } from '../../runs/pure/model/brief';
import { stackRoleText } from '../../runs/pure/model/stackRoleText';
import { counted } from '../../system/pure/text/counted';
import { comma, engineText, t } from '../language';
import { type Item, leaf } from './item';

const limits = { crashes: 5, frames: 50 };

/** The crash reports of an issue: the stacks of each by their role, and their frames, innermost first. */
export function crashItems({ crashes = [], tracebacks }: IssueBrief): Item[] {
	const shown = crashes.slice(0, limits.crashes).map((crash, at) => crashItem(crash, at, tracebacks));
	const nMore = crashes.length - shown.length;
	const text = t('{0} in this log', engineText(counted(nMore, 'more crash report')));
	return nMore <= 0 ? shown : [...shown, leaf('crash:more', text, { kind: 'fold', text })];
}

function crashItem(crash: Crash, at: number, tracebacks: readonly Traceback[]): Item {
	const about = aboutCrash(crash);
	const stacks = tracebacks.flatMap((traceback, position) =>
		traceback.crash === at && traceback.role !== undefined ? [stackItem(traceback, position)] : [],
	);
	return {
		id: `crash:${at}`,
		label: `${t('Crash: {0}.', about)} ${crash.title}`,
		content: { kind: 'crash', about, title: crash.title },
		startsOpen: at === 0,
		children: stacks,
	};
}

/** `KASAN: slab-use-after-free, read of 8 bytes` */
function aboutCrash({ kind, access }: Crash): string {
	if (access === undefined) {
		return kind;
	}
	const type = access.type === 'read' ? t('read') : t('write');
	const size = access.bytes === undefined ? undefined : engineText(counted(access.bytes, 'byte'));
	return `${kind}, ${size === undefined ? type : t({ message: '{0} of {1}', comment: 'an access, and its size' }, type, size)}`;
}

function stackItem({ role = 'other', frames, crash }: Traceback, position: number): Item {
	const name = engineText(stackRoleText(role));
	const summary = engineText(counted(frames.length, 'frame'));
	const isFirst = crash === 0 && (position === 0 || role === 'free' || role === 'alloc');
	return {
		id: `stack:${position}`,
		label: `${name}, ${summary}`,
		content: { kind: 'stack', name, summary },
		startsOpen: isFirst,
		children: frames
			.slice(-limits.frames)
			.toReversed()
			.map((frame, at) => frameItem(frame, position, at)),
	};
}

function frameItem(frame: TraceFrame, traceback: number, fromInnermost: number): Item {
	const { file, line, function: name, isInline, blame, isHelper } = frame;
	const where = file === '' ? '' : line === undefined ? file : `${file}:${line}`;
	const note = [blame === 1 ? t('likely at fault') : '', isInline === true ? t('inline') : '']
		.filter(each => each !== '')
		.join(comma);
	return leaf(
		`frame:${traceback}:${fromInnermost}`,
		[name ?? where, name === undefined ? '' : where, note].filter(each => each !== '').join(comma),
		{
			kind: 'frame',
			frame: { traceback, fromInnermost },
			name: name ?? where,
			where: name === undefined ? '' : where,
			note,
			tone: blame === 1 ? 'blamed' : isHelper === true ? 'helper' : 'plain',
		},
	);
}
