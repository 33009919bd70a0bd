// Other names that models give to the arguments of the tools that change files.

export const pathNames: readonly string[] = ['file', 'file_name', 'file_path', 'filename'];
export const oldTextNames: readonly string[] = ['old', 'old_str', 'old_string', 'old_text', 'search', 'find', 'before'];
export const newTextNames: readonly string[] = [
	...['new', 'new_str', 'new_string', 'new_text', 'replacement', 'replace', 'replace_with', 'after'],
	...['content', 'contents', 'file_text'],
];
