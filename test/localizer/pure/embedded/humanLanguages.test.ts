import assert from 'node:assert/strict';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

/** The functions of a ranking, best first. */
async function ranked(texts: Readonly<Record<string, string>>, title: string, body = ''): Promise<readonly string[]> {
	const workspace = await memoryWorkspace({ ...others, ...texts });
	const { run } = await locateRun(workspace, { title, body, source: { kind: 'text' } });
	return run.selected.ranking.functions;
}

const others = {
	'shop/rates.py': 'def convert(amount):\n    return amount * rate\n\n\ndef load_rates(path):\n    return read(path)\n',
	'shop/parcel.py': 'def send(parcel):\n    parcel.label = None\n    return parcel\n',
};

describe('an issue in another language than English', () => {
	for (const [language, comment, title] of [
		['Chinese', '将节点转换为对象', '修复空节点转换失败'],
		['Japanese', 'ユーザー名を検査する', 'ユーザー名が長いと検査で落ちる'],
		['Korean', '댓글 페이지를 계산한다', '댓글 페이지가 잘못 계산됨'],
		['Russian', 'Сохранение заказов', 'Не сохранён заказ при сохранении'],
		['German', 'Die Gebuehren der Buchung', 'Gebühren werden doppelt gerechnet'],
		['Portuguese', 'Validacao da matricula', 'A matrícula não é validada na validação'],
	] as const) {
		it(`leads to the code that a comment describes: ${language}`, async () => {
			const text = `def first(x):\n    return x\n\n\ndef handle(x):\n    # ${comment}\n    return first(x)\n`;
			assert.equal((await ranked({ 'shop/basket.py': text }, title))[0], 'shop/basket.py:handle');
		});
	}

	it('leads to the code by a text of the project, its key and its English', async () => {
		const found = await ranked(
			{
				'shop/locales/zh-CN.json': '{\n\t"basketIsEmpty": "购物篮里没有商品",\n\t"thanks": "感谢您的光临"\n}',
				'shop/locales/en.json': '{\n\t"basketIsEmpty": "The basket has no goods",\n\t"thanks": "Thank you"\n}',
				'shop/basket.py': 'def pay(basket):\n    if not basket.rows:\n        warn(text("basketIsEmpty"))\n',
			},
			'提示“购物篮里没有商品”，可是有两个商品',
		);
		assert.equal(found[0], 'shop/basket.py:pay');
	});

	for (const [path, text] of [
		['a.py', 'def 用户列表(имя):\n    return имя\n\n\ndef größe(x):\n    return x\n'],
		['a.js', 'function 用户列表(имя) {\n\treturn имя;\n}\n\nfunction größe(x) {\n\treturn x;\n}\n'],
		[
			'A.java',
			'class A {\n\tint 用户列表(int имя) {\n\t\treturn имя;\n\t}\n\n\tint größe(int x) {\n\t\treturn x;\n\t}\n}\n',
		],
		['a.go', 'package a\n\nfunc 用户列表(имя int) int {\n\treturn имя\n}\n\nfunc größe(x int) int {\n\treturn x\n}\n'],
		[
			'A.cs',
			'class A {\n\tint 用户列表(int имя) {\n\t\treturn имя;\n\t}\n\n\tint größe(int x) {\n\t\treturn x;\n\t}\n}\n',
		],
		['a.rs', 'fn 用户列表(имя: i32) -> i32 {\n\tимя\n}\n\nfn größe(x: i32) -> i32 {\n\tx\n}\n'],
	] as const) {
		it(`names functions in any script: ${path}`, async () => {
			const nameOf = (id: string | undefined) => id?.split(/[:.]/).at(-1);
			assert.equal(nameOf((await ranked({ [path]: text }, '调用用户列表之后没有结果'))[0]), '用户列表');
			assert.equal(nameOf((await ranked({ [path]: text }, 'Die Funktion `größe` ist zu klein'))[0]), 'größe');
		});
	}
});
