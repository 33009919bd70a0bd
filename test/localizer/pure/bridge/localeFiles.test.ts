import assert from 'node:assert/strict';
import { localeFiles } from '../../../../src/localizer/pure/bridge/localeFiles';

describe('the locale files of a workspace', () => {
	for (const [path, language, english, subject] of [
		['src/locales/zh-CN.json', 'zh-CN', 'src/locales/en.json', 'src'],
		['modules/comment/lang/ko.php', 'ko', 'modules/comment/lang/en.php', 'comment'],
		['app/res/values-de/strings.xml', 'de', 'app/res/values/strings.xml', 'strings'],
		['checks/EmptyBlock_ru.properties', 'ru', 'checks/EmptyBlock_en.properties', 'EmptyBlock'],
		['shop/messages_fr.properties', 'fr', 'shop/messages.properties', 'shop'],
		['shop/i18n/es.po', 'es', undefined, 'shop'],
		['web/locales/ja/basket.ts', 'ja', 'web/locales/en-US/basket.ts', 'basket'],
	] as const) {
		it(`are found by their names: ${path}`, () => {
			const paths = [path, ...(english === undefined ? [] : [english]), 'src/basket.ts', 'package.json'];
			assert.deepEqual(localeFiles(paths), [{ path, language, subject, ...(english !== undefined && { english }) }]);
		});
	}

	it('are no code and no English texts', () => {
		assert.deepEqual(localeFiles(['src/de/shop/Basket.java', 'src/es.ts', 'lang/en.json', 'docs/README.zh-CN.md']), []);
	});
});
