import { withoutSecrets } from '../../core/outgoing/withoutSecrets';

/**
 * The environment for a command of the project: ours without secrets and variables meant only for us, then `extra`.
 * Code that a model wrote must not see keys, and git's own variables would lead it to another repository than the one
 * it runs in.
 */
export function childEnvironment(
	own: Readonly<Record<string, string | undefined>>,
	extra: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
	const kept = Object.entries(own).filter(([name, value = '']) => !isOurs.test(name) && !isSecret(name, value));
	return Object.fromEntries(Object.entries({ ...Object.fromEntries(kept), ...extra }).filter(isSet));
}

const secretName =
	/(?:^|_)(?:(?:API|ACCESS|SECRET|PRIVATE|SIGNING|ENCRYPTION)?KEY|SECRET|TOKEN|PAT|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|COOKIE|AUTH)(?:_(?:ID|FILE|PATH|SOCK|URI))?$/i;
const isOurs =
	/^(?:FAULTLINE_|VSCODE_|ELECTRON_|GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|ASKPASS|CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT)$)/;

/** By its name, or because its value looks like a secret: an address with a password in it. */
function isSecret(name: string, value: string): boolean {
	return secretName.test(name) || withoutSecrets(`${name}="${value}"`).found.length > 0;
}

function isSet(entry: [string, string | undefined]): entry is [string, string] {
	return entry[1] !== undefined;
}
