import { type ScriptedModelServer, startScriptedModelServer } from './scriptedModelServer';

/** A new scripted server for each test of a `describe`; an unexpected request fails the test. */
export class TestModelServer {
	private started: ScriptedModelServer | undefined;

	constructor() {
		beforeEach(async () => {
			this.started = await startScriptedModelServer();
		});
		afterEach(async () => {
			const { started } = this;
			this.started = undefined;
			await started?.close();
			started?.assertNothingUnexpected();
		});
	}

	get now(): ScriptedModelServer {
		if (this.started === undefined) {
			throw new Error('the server is there while a test runs');
		}
		return this.started;
	}
}
