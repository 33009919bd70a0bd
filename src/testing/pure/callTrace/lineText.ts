/** A line of a file of the workspace; '' if there is none. */
export type LineText = (file: string, line: number) => string;
