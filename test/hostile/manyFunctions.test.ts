import { locateRun } from '../localizer/pure/embedded/locateRun';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { requireLinearOn } from './cpuGrowth';

const issue = {
	title: 'applyDiscount gives a wrong price',
	body: 'The discount is subtracted twice by `applyDiscount`.',
	source: { kind: 'text' },
} as const;
const price = 'function applyDiscount(price, percent) {\n\treturn price - price * percent;\n}\n';

describe('a generated file of many functions', () => {
	it('is located beside in time proportional to its functions, each of which calls a method of its parameter', async () => {
		const workspaceOf = (size: number) => {
			const unit = (at: number) => `function decodeMessage${at}(reader) { return reader.readDiscount(${at}); }\n`;
			const text = Array.from({ length: Math.ceil(size / unit(0).length) }, (_, at) => unit(at)).join('');
			return memoryWorkspace({ 'src/price.js': price, 'gen/messages_pb.js': text });
		};
		await requireLinearOn(async workspace => locateRun(await workspace, issue), workspaceOf, 'functions in one file');
	});
});
