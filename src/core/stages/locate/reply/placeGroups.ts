import { type NamedPlace, namedPlaces } from './namedPlaces';

interface Member {
	readonly className?: string | undefined;
	readonly name: string;
	behavior: string;
	lines?: string;
}

/**
 * Collects fields that come one after another (`File:`, `Class:`, `Method:` …) into places: what belongs to one place is
 * told by the order in which the fields come.
 */
export class PlaceGroups {
	readonly #places: NamedPlace[] = [];
	#file: string | undefined;
	#class: string | undefined;
	#members: Member[] = [];
	#behavior = '';
	#told: readonly Member[] = [];
	#lines: string | undefined;
	#isFileUsed = false;

	file(path: string, behavior: string): void {
		// A file that follows its class or method completes the place; one that follows a file starts another.
		if (this.#file !== undefined) {
			this.#finish();
			this.#class = undefined;
		}
		this.#file = path;
		this.#isFileUsed = false;
		this.#behavior = behavior;
	}

	class(name: string, behavior: string): void {
		const completes = this.#class === undefined && this.#members.every(each => each.className === undefined);
		if (!completes) {
			this.#finish();
		}
		this.#class = name;
		this.#behavior ||= behavior;
	}

	method(name: string, className: string | undefined, behavior: string): void {
		this.#members.push({ name, className, behavior });
	}

	lines(text: string): void {
		const member = this.#members.at(-1);
		if (member === undefined) {
			this.#lines = text;
		} else {
			member.lines = text;
		}
	}

	/** Of everything since the last such field. */
	behavior(text: string): void {
		this.#told = this.#members.filter(each => each.behavior === '');
		this.moreBehavior(text);
	}

	moreBehavior(text: string): void {
		const joined = (before: string) => (before === '' ? text : `${before} ${text}`);
		for (const member of this.#told) {
			member.behavior = joined(member.behavior);
		}
		this.#behavior = this.#members.length === 0 ? joined(this.#behavior) : this.#behavior;
	}

	finished(): readonly NamedPlace[] {
		this.#finish();
		return this.#places;
	}

	/** What was collected becomes places; the file stays for what follows. */
	#finish(): void {
		const file = this.#file === undefined ? {} : { file: this.#file };
		const classes = this.#class === undefined ? [] : [this.#class];
		const own = { ...file, classes, methods: [], intendedBehavior: this.#behavior, ...linesOf(this.#lines) };
		const members = this.#members.map(({ name, className, behavior, lines }) => ({
			...file,
			classes: className === undefined ? classes : [className],
			methods: [name],
			intendedBehavior: behavior === '' ? this.#behavior : behavior,
			...linesOf(lines ?? this.#lines),
		}));
		const isOwn = this.#class !== undefined || !this.#isFileUsed;
		this.#places.push(...(members.length > 0 ? members : isOwn ? [own] : []).flatMap(namedPlaces));
		this.#isFileUsed = true;
		this.#members = [];
		this.#class = undefined;
		this.#behavior = '';
		this.#lines = undefined;
	}
}

function linesOf(lines: string | undefined): { readonly lines?: string } {
	return lines === undefined ? {} : { lines };
}
