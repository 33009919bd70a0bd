import { UserError } from '../../../system/pure/errors/userError';

const slugCharacters = 40;

/** `faultline/fix-12` for an issue with a number, else `faultline/fix-sum-is-wrong`. */
export function suggestedBranch(title: string, issue: number | undefined): string {
	const words = title
		.normalize('NFKD')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(word => word !== '');
	return `faultline/fix-${issue ?? slugOf(words)}`;
}

/** As many whole words as there is room for. */
function slugOf([first = 'bug', ...others]: readonly string[]): string {
	let slug = first.slice(0, slugCharacters);
	for (const word of others) {
		if (slug.length + 1 + word.length > slugCharacters) {
			break;
		}
		slug += `-${word}`;
	}
	return slug;
}

/** The name, or the first one with a number behind it, that is not taken. Letter case does not distinguish names. */
export function freeBranch(name: string, isTaken: (name: string) => boolean): string {
	let free = name;
	for (let number = 2; isTaken(free); number++) {
		free = `${name}-${number}`;
	}
	return free;
}

/**
 * Throws `UserError` for a name that git does not accept (`git check-ref-format`), or that could be read as an option or
 * as more than one name.
 */
export function requireBranchName(name: string): void {
	const parts = name.split('/');
	const isValid =
		/^[^\p{Cc}\p{Bidi_Control} ~^:?*[\\]{1,200}$/u.test(name) &&
		!/^-|\.\.|@\{|^@$|\.$/.test(name) &&
		parts.every(part => part !== '' && !part.startsWith('.') && !part.endsWith('.lock')) &&
		!/^(?:HEAD|refs\/.*)$/.test(name);
	if (!isValid) {
		throw new UserError(`${JSON.stringify(name)} cannot be the name of a branch: use letters, digits, - and /.`);
	}
}
