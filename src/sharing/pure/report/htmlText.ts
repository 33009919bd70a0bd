import { shownLine, shownText } from '../../../system/pure/text/shownText';

/** A text of unknown origin in an HTML page, on one line: it makes no element, attribute or entity. */
export function htmlLine(text: string): string {
	return escaped(shownLine(text));
}

/** The same with its lines, for `<pre>`. */
export function htmlText(text: string): string {
	return escaped(shownText(text));
}

/** The hash of the style of a page, as its content security policy states it. `page`: with one `<style>` element. */
export async function styleDigest(page: string): Promise<string> {
	const style = page.split(/<\/?style>/)[1] ?? '';
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)));
	return btoa(String.fromCharCode(...digest));
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
