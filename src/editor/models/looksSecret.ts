const secretName = /authorization|cookie|secret|token|password|passwd|credential|signature|(^|[-_])(api[-_]?)?key$/i;
/** How keys of known services begin, and schemes of the `Authorization` header. */
const secretValue = /^(bearer|basic|token)\s|^(sk|pk|rk|gsk|hf|ghp|gho|xai|nvapi|key|AIza)[-_]?[\w-]{16,}$/i;

/** Why a header is refused, with the way to do it right; undefined if none looks like a key. */
export function secretHeader(headers: Readonly<Record<string, string>>): string | undefined {
	const found = Object.entries(headers).find(([name, value]) => secretName.test(name) || secretValue.test(value));
	return (
		found &&
		`the header ${found[0]} looks like a key, which does not belong in settings. Remove it, and give it by "Change Key".`
	);
}

/** What of an address looks like a key, without repeating it. */
export function secretInUrl(url: URL): string | undefined {
	if (url.username !== '' || url.password !== '') {
		return 'a user or password';
	}
	const names = [...url.searchParams].flatMap(([name, value]) =>
		secretName.test(name) || secretValue.test(value) ? [name] : [],
	);
	return names.length > 0 ? `a key ("${names[0]}")` : undefined;
}
