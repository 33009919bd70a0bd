/** One search call of a recorded run, as the file has it. */
export interface RecordedCall {
	readonly run: string;
	readonly instance_id: string;
	/** Its place among the calls of that run. */
	readonly i: number;
	readonly func_name: string;
	readonly arguments: Readonly<Record<string, string>>;
	readonly call_ok: boolean;
	readonly output: string;
}
