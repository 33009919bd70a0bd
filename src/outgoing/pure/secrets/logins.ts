import { isPlaceholder } from './placeholder';
import { looksChosen, looksDrawn, looksPersonal, looksRandom } from './randomness';
import type { SecretSpan } from './secretSpan';

/** Programs with a pattern of the arguments that contain the password, as the last group. */
const programs: readonly (readonly [program: string, argument: RegExp])[] = [
	['mysql\\w{0,10}|mariadb\\w{0,10}|7z[ar]?', /\s-p['"]?([^\s'"]{4,200})/],
	['sshpass|(?:docker|podman|helm registry|oras|az) login|mongo\\w{0,10}|rdesktop', /\s-p[=\s]?['"]?([^\s'"]{4,200})/],
	['sqlcmd|(?:un)?zip|bcp', /\s-P\s?['"]?([^\s'"]{4,200})/],
	['redis-cli', /\s-a\s['"]?([^\s'"]{4,200})/],
	['ldap\\w{3,10}', /\s-w\s['"]?([^\s'"]{4,200})/],
	['openssl', /(?:\s-k\s|\spass:)['"]?([^\s'"]{4,200})/],
	['x?freerdp', /\s\/p:['"]?([^\s'"]{4,200})/],
	['curl|wget|https?', /\s(?:-u|--user|-a|--auth)[=\s]?['"]?[^\s"':]{1,100}:([^\s"']{4,200})/],
	['smbclient', /\s-U\s?['"]?[^\s"'%]{1,100}%([^\s"']{4,200})/],
	['sqlplus', /\s[^\s"'/@-]{1,60}\/([^\s"'@]{4,200})/],
	['htpasswd', /\s-\w{0,5}b\w{0,5}\s\S{1,200}\s\S{1,100}\s['"]?([^\s'"]{4,200})/],
	['net', /\s(?:user\s\S{1,60}|use\s.{1,200}?\/user:\S{1,60})\s([^\s/*]\S{3,200})/],
];
const command = new RegExp(
	`(?<![\\w.-])(?:${programs.map(([program]) => `(${program})`).join('|')})(?=\\s)([^\\n|;&]{1,400})`,
	'g',
);

/** Passwords in the arguments of programs: `mysql -pPASSWORD`, `curl -u user:PASSWORD`. */
export function flagSpans(text: string): SecretSpan[] {
	return [...text.matchAll(command)].flatMap(found => {
		const rest = found.at(-1) ?? '';
		const [, argument] = programs[found.slice(1).findIndex(each => each !== undefined)] ?? [];
		const inRest = argument?.exec(rest);
		const value = inRest?.[1] ?? '';
		if (inRest === null || inRest === undefined || !isArgument(value)) {
			return [];
		}
		const end = found.index + found[0].length - rest.length + inRest.index + inRest[0].length;
		return [{ kind: 'password', start: end - value.length, end }];
	});
}

function isArgument(value: string): boolean {
	return !isPlaceholder(value) && !/^[$<{%[/.-]|^[Pp]ass|^[A-Z_\d]+$|[({]/.test(value);
}

/** The arguments of a call are followed so far. */
const call =
	/(?:connect|connection|log_?[io]n|sign_?in|auth(?:enticate|entication)?|credentials?|superuser|create_?user|(?<![a-z])pdo|(?<![a-z])mysqli|jwt\.\w{1,20}|hmac(?:\.\w{1,20})?)\w{0,10}\s?=?\s?\(([^\n;]{0,200})/gi;
const laterArgument = /,\s{0,4}[bu]?(["'`])([^\s"'`\\]{6,100})\1/g;

/** Passwords among the arguments of calls that open something: `connect("admin", "...")`. */
export function callSpans(text: string): SecretSpan[] {
	return [...text.matchAll(call)].flatMap(({ 0: whole, 1: rest = '', index }) => {
		const from = index + whole.length - rest.length;
		return [...rest.matchAll(laterArgument)]
			.filter(([, , value = '']) => isOpening(value))
			.map(({ 0: argument, 2: value = '', index: at }) => {
				const end = from + at + argument.length - 1;
				return { kind: 'password', start: end - value.length, end };
			});
	});
}

/** A password, rather than the name of an event, an address or a path. */
function isOpening(value: string): boolean {
	if (isPlaceholder(value) || /[=/:]|^[#.]|^[\w.-]+@[\w-]+\.[a-z]/.test(value)) {
		return false;
	}
	const isSigned = /[!@#$%^*?+~]/.test(value) && looksChosen(value);
	return isSigned || looksPersonal(value) || looksDrawn(value) || looksRandom(value);
}
