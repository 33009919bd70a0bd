/**
 * The user's files, for changes the user accepted. Paths are workspace paths; undefined means "no such file". Every
 * method throws `UserError` for a path that leads out of the workspace.
 */
export interface UserFileAccess {
	/** The content on disk; unsaved changes of the file are saved first. */
	read(path: string): Promise<Uint8Array | undefined>;
	/** Throws `UserError` in an untrusted workspace. */
	write(path: string, bytes: Uint8Array | undefined): Promise<void>;
	/** Without a byte order mark. */
	decode(path: string, bytes: Uint8Array): Promise<string>;
	/** In the encoding of the file. */
	encode(path: string, text: string): Promise<Uint8Array>;
}
