import { symlinkSync } from 'node:fs';
import { openWorkspace } from '../../src/cli/openWorkspace';
import {
	type MeasuredSpectrum,
	measureSpectrum,
	type SpectrumRequest,
} from '../../src/localizer/pure/ranking/measureSpectrum';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import { RecordedLog } from './recordedLog';
import { repoRoot } from './repoRoot';
import type { TestFolder } from './testFolder';

/** Measures the spectrum of a project with these files; `modules` is its folder of installed packages. */
export async function measureProject(
	folder: TestFolder,
	files: Readonly<Record<string, string>>,
	request: Partial<SpectrumRequest> = {},
	modules?: string,
): Promise<MeasuredSpectrum> {
	folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
	if (modules !== undefined) {
		symlinkSync(modules, folder.path('project', 'node_modules'));
	}
	const [log, storage] = [new RecordedLog(), folder.path('storage')];
	const roots = [{ name: 'project', dir: folder.path('project') }];
	const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log, storage });
	const checkout = await new ScratchCheckouts({ roots, storage, log, dependencies: 'linked' }).create('coverage');
	try {
		return await measureSpectrum(
			workspace,
			{ runner: new ProcessRunner({ graceMs: 100 }), checkout },
			{ formula: 'ochiai', failing: [], timeoutMs: 100_000, signal: new AbortController().signal, ...request },
		);
	} finally {
		await checkout.dispose();
	}
}
