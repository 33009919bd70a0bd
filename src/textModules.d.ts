/** Text kept in a file of its own beside the code that uses it; esbuild's text loader turns it into a string. */
declare module '*.md' {
	const text: string;
	// biome-ignore lint/style/noDefaultExport: the loader exports the text as default
	export default text;
}
