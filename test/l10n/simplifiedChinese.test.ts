import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineTranslator } from '../../src/l10n/engineTranslator';
import type { Translations } from '../../src/l10n/translations';
import { repoRoot } from '../support/repoRoot';

describe('what the engine says, in Simplified Chinese', () => {
	const read = () => JSON.parse(readFileSync(join(repoRoot, 'l10n/bundle.l10n.zh-cn.json'), 'utf8')) as Translations;

	/** One key has counted parts of both numbers, and lists of names. */
	const counts = [
		['Named 1 location in 1 file', '在 1 个文件中指出了 1 个位置'],
		['Named 2 locations in 2 files', '在 2 个文件中指出了 2 个位置'],
		['No place is likely: named 1 guess in 1 file', '没有可能性较高的位置：在 1 个文件中给出了 1 个猜测'],
		['No place is likely: named 2 guesses in 2 files', '没有可能性较高的位置：在 2 个文件中给出了 2 个猜测'],
		['Named 1 location: a.f', '指出了 1 个位置：a.f'],
		['Named 2 locations: a.f and b.g', '指出了 2 个位置：a.f 和 b.g'],
		['Named 5 locations: a.f, b.g, h and 2 more', '指出了 5 个位置：a.f, b.g, h 以及另外 2 个'],
		['Named 1 location beside places to correct: a.f', '除需要更正的位置外，还指出了 1 个位置：a.f'],
		['Named 2 locations beside places to correct: a.f and b.g', '除需要更正的位置外，还指出了 2 个位置：a.f 和 b.g'],
		[
			'Named 5 locations beside places to correct: a, b, c and 2 more',
			'除需要更正的位置外，还指出了 5 个位置：a, b, c 以及另外 2 个',
		],
		['Read 1 suspect: f', '阅读了 1 个可疑对象：f'],
		['Read 2 suspects: f and g', '阅读了 2 个可疑对象：f 和 g'],
		['Read 7 suspects: a, b, c, d, e and 2 more', '阅读了 7 个可疑对象：a, b, c, d, e 以及另外 2 个'],
		['Read 1 suspect, most of all f in a.py', '阅读了 1 个可疑对象，主要是 a.py 中的 f'],
		['Read 2 suspects, most of all f in a.py', '阅读了 2 个可疑对象，主要是 a.py 中的 f'],
		[
			'Measured 1 failing and 1 passing test: 1 function are suspicious',
			'测量了 1 个失败的测试和 1 个通过的测试：1 个函数可疑',
		],
		[
			'Measured 1 failing and 20 passing tests: 2 functions are suspicious',
			'测量了 1 个失败的测试和 20 个通过的测试：2 个函数可疑',
		],
		['Followed 1 call and read 1 definition', '沿 1 个调用查找，阅读了 1 个定义'],
		['Followed 2 calls and read 2 definitions', '沿 2 个调用查找，阅读了 2 个定义'],
		[
			'Followed 2 calls and read 2 definitions: 2 found in 1 file',
			'沿 2 个调用查找，阅读了 2 个定义：在 1 个文件中找到 2 个',
		],
		['Followed f: nothing new', '沿 f 查找：没有新内容'],
		['Followed f and g: reached 1 function', '沿 f 和 g 查找：到达了 1 个函数'],
		['Followed f, g and 2 more: reached 2 functions', '沿 f, g 以及另外 2 个查找：到达了 2 个函数'],
		['Trajectory 1: reached 1 function in 1 round', '轨迹 1：用 1 轮到达了 1 个函数'],
		['Trajectory 1: reached 2 functions from f in 2 rounds', '轨迹 1：用 2 轮从 f 到达了 2 个函数'],
		['Trajectory 1: reached 2 functions from f and g in 1 round', '轨迹 1：用 1 轮从 f 和 g 到达了 2 个函数'],
		['reached 2 functions from f, g and 2 more in 2 rounds', '用 2 轮从 f, g 以及另外 2 个到达了 2 个函数'],
		['Trajectory 2: failed', '轨迹 2：失败'],
		['Trajectory 2: no location', '轨迹 2：没有位置'],
		['Compared the patches: The first counts the day.', '比较了补丁：The first counts the day.'],
		['Compared 2 trajectories', '比较了 2 条轨迹'],
		['Compared 2 trajectories: 2 name a.f', '比较了 2 条轨迹：2 条指出了 a.f'],
		['Named in 1 of 1 trajectory.', '1 条轨迹中有 1 条指出了它。'],
		['Named in 2 of 3 trajectories.', '3 条轨迹中有 2 条指出了它。'],
		['1 of 1 vote prefers it.', '1 票中有 1 票首选它。'],
		['1 of 3 votes prefers it.', '3 票中有 1 票首选它。'],
		['2 of 3 votes prefer it.', '3 票中有 2 票首选它。'],
		['2 of 3 votes prefer it: ', '3 票中有 2 票首选它：'],
		['2 of 3 votes prefer it: it is shorter', '3 票中有 2 票首选它：it is shorter'],
		['1 of 1 vote prefers it: it is shorter', '1 票中有 1 票首选它：it is shorter'],
		['Looked for f: 1 found in 1 file', '查找了 f：在 1 个文件中找到 1 个'],
		['Looked for f and g: 2 found in 2 files, suspects a.f', '查找了 f 和 g：在 2 个文件中找到 2 个，怀疑 a.f'],
		[
			'Looked for f, g and 2 more: nothing found, suspects a, b and 3 more',
			'查找了 f, g 以及另外 2 个：没有找到任何内容，怀疑 a, b 以及另外 3 个',
		],
		[
			'Looked at a.py; looked for f and g: 2 found in 1 file, suspects a.f and b.g',
			'查看了 a.py；查找了 f 和 g：在 1 个文件中找到 2 个，怀疑 a.f 和 b.g',
		],
		['Looked at a.py, b.py and 2 more, suspects f', '查看了 a.py, b.py 以及另外 2 个，怀疑 f'],
		[
			'Joined 1 function that the investigation reached with what the embedded localizer suspects.',
			'将调查所到达的 1 个函数与内置定位器怀疑的对象合并。',
		],
		[
			'Joined 2 functions that the investigation reached with what the embedded localizer suspects.',
			'将调查所到达的 2 个函数与内置定位器怀疑的对象合并。',
		],
		['Kept 1 of 1 result for the patch.', '为补丁保留了 1 个结果中的 1 个。'],
		['Kept 2 of 3 results for the patch.', '为补丁保留了 3 个结果中的 2 个。'],
		['Looked up 1 name from the issue: nothing found', '查找了议题中的 1 个名称：没有找到任何内容'],
		['Looked up 2 names from the issue: 2 found in 1 file', '查找了议题中的 2 个名称：在 1 个文件中找到 2 个'],
		['Not looked up yet: 1 name of the issue.', '尚未查找：议题中的 1 个名称。'],
		['Not looked up yet: 2 names of the issue.', '尚未查找：议题中的 2 个名称。'],
		['Used only inside functions: 1 name of the issue.', '仅在函数内部使用：议题中的 1 个名称。'],
		['Used only inside functions: 2 names of the issue.', '仅在函数内部使用：议题中的 2 个名称。'],
		['Searched again, as 1 patch were wrong', '1 个补丁有误，已重新搜索'],
		['Searched again, as 2 patches were wrong; nothing was named', '2 个补丁有误，已重新搜索；没有指出位置'],
		['The issue points at 1 file.', '议题指向 1 个文件。'],
		['The issue points at 2 files.', '议题指向 2 个文件。'],
		[
			'A stack trace passes through this workspace: 1 frame to look at.',
			'有堆栈跟踪经过此工作区：需要查看 1 个堆栈帧。',
		],
		[
			'A stack trace passes through this workspace: 2 frames to look at.',
			'有堆栈跟踪经过此工作区：需要查看 2 个堆栈帧。',
		],
		['The only patch, and it breaks 1 test.', '唯一的补丁，但它导致 1 个测试失败。'],
		['The only patch, and it breaks 2 tests.', '唯一的补丁，但它导致 2 个测试失败。'],
		['The report has 1 test more than can be kept.', '报告中的测试超出了可保留的数量：多出 1 个测试。'],
		['The report has 2 tests more than can be kept.', '报告中的测试超出了可保留的数量：多出 2 个测试。'],
		['There was no time left for 1 file.', '没有剩余时间运行 1 个文件。'],
		['There was no time left for 2 tests.', '没有剩余时间运行 2 个测试。'],
		[
			'Commit 1 file on the new branch b in /w. Your own branch and files stay as they are.',
			'将 1 个文件提交到 /w 的新分支 b。你自己的分支和文件保持不变。',
		],
		[
			'Commit 2 files on the new branch b in /w. Your own branch and files stay as they are.',
			'将 2 个文件提交到 /w 的新分支 b。你自己的分支和文件保持不变。',
		],
		['This takes up to about 1 request, besides retries.', '除重试外，最多约需 1 次请求。'],
		[
			'This takes up to about 200 requests, besides retries; the limit of this run is 100.',
			'除重试外，最多约需 200 次请求；此运行的上限为 100 次。',
		],
		['pytest timed out after 3 s: 1 test ended in that time.', 'pytest 在 3 秒后超时：在此期间有 1 个测试结束。'],
		['pytest timed out after 3 s: 2 tests ended in that time.', 'pytest 在 3 秒后超时：在此期间有 2 个测试结束。'],
		[
			'pytest was ended because it used more than 4 GB of memory: 1 test ended before that.',
			'pytest 因使用了超过 4 GB 的内存而被终止：在此之前有 1 个测试结束。',
		],
		[
			'pytest was ended because it used more than 256 processes: 2 tests ended before that.',
			'pytest 因使用了超过 256 个进程而被终止：在此之前有 2 个测试结束。',
		],
		['1 minute is used up.', '已用完 1 分钟。'],
		['2 minutes are used up.', '已用完 2 分钟。'],
		['1 request is used up.', '已用完 1 次请求。'],
		['2 requests are used up.', '已用完 2 次请求。'],
		['1 token is used up.', '已用完 1 个令牌。'],
		['2k tokens are used up.', '已用完 2k 个令牌。'],
		['A cost of 2.00 is used up.', '已用完费用 2.00。'],
		['In the stack of the failure (a.c:3).', '在失败处的堆栈中（a.c:3）。'],
		['In the stack that freed the memory (a.c:3).', '在释放内存的堆栈中（a.c:3）。'],
		['The likeliest frame of the stack of an earlier lock (a.c:3).', '先前的锁的堆栈中最可能的堆栈帧（a.c:3）。'],
		[
			'The likeliest frame of the stack that queued the work last (a.c:3).',
			'最后将工作入队的堆栈中最可能的堆栈帧（a.c:3）。',
		],
		['a.py adds what looks like a GitHub token.', 'a.py 添加了看起来像“GitHub 令牌”的内容。'],
		['Removed: GitHub token, 2 times (a.py)', '已移除：GitHub 令牌，2 次（a.py）'],
		['Removed: Hugging Face token, once (issue)', '已移除：Hugging Face 令牌，1 次（议题）'],
		['Slack webhook', 'Slack Webhook'],
		['npm token', 'npm 令牌'],
		['private key', '私钥'],
		['AWS access key', 'AWS 访问密钥'],
		['1 token', '1 个令牌'],
		['1.2k tokens', '1.2k 个令牌'],
	] as const;
	/** Sentences that several places of the engine make together. */
	const composed = [
		[
			'127.0.0.1:11434 has no model "coder". Did you mean coder-2? Or get it with "ollama pull coder".',
			'127.0.0.1:11434 没有模型“coder”。你指的是 coder-2 吗？也可以使用“ollama pull coder”获取。',
		],
		[
			'Nothing answers at 127.0.0.1:8000. If Ollama should run there, start it with "ollama serve".',
			'127.0.0.1:8000 没有回答。如果应在该处运行 Ollama，请使用“ollama serve”启动它。',
		],
		[
			"The certificate of a.example is not trusted. Add it to the system's certificates, or to the file that NODE_EXTRA_CA_CERTS names.",
			'a.example 的证书不受信任。请将其添加到系统的证书，或 NODE_EXTRA_CA_CERTS 指定的文件。',
		],
		[
			'Rate limit reached at a.example. Try again in 5 s, or use another model.',
			'已达到 a.example 的速率限制。请等待 5 秒后重试，或使用其他模型。',
		],
		[
			'Rate limit reached at a.example. Try again later, or use another model.',
			'已达到 a.example 的速率限制。请稍后重试，或使用其他模型。',
		],
		[
			'GitHub rate limit reached; retry in 5 s. Try again then.',
			'已达到 GitHub 的速率限制；请等待 5 秒后重试。届时请重试。',
		],
		[
			'GitHub rate limit reached; retry after 2026-11-26T16:00:00.000Z. Sign in with another account, or paste the text of the issue.',
			'已达到 GitHub 的速率限制；请在 2026-11-26T16:00:00.000Z 之后重试。请使用其他帐户登录，或粘贴议题的文本。',
		],
		[
			'gitlab.com: rate limit reached; retry later, or give the text of the issue instead.',
			'gitlab.com：已达到速率限制；请稍后重试，或改为提供议题的文本。',
		],
		[
			'https://api.github.com forbids the repository octo/demo: use a token that may read issues, write pull requests and fork.',
			'https://api.github.com 拒绝访问存储库 octo/demo：请使用可以读取议题、写入拉取请求和创建派生的令牌。',
		],
		[
			'https://api.github.com does not find a fork of octo/demo, or your account may not see it.',
			'https://api.github.com 找不到存储库 octo/demo 的派生，或者你的帐户看不到它。',
		],
		[
			'https://api.github.com refuses the pull request (422): Validation Failed',
			'https://api.github.com 拒绝拉取请求（422）：Validation Failed',
		],
		[
			'api.github.com cannot be reached (ECONNRESET). Check the network, then try again.',
			'无法连接 api.github.com（ECONNRESET）。请检查网络，然后重试。',
		],
		[
			'Locating has stopped: the index process ended (SIGKILL). Try again. If it ends again, lower the setting faultline.index.memoryLimit, or leave out files with faultline.index.exclude.',
			'定位已停止：索引进程已终止（SIGKILL）。请重试。如果再次终止，请降低设置 faultline.index.memoryLimit，或使用 faultline.index.exclude 排除文件。',
		],
		[
			'The index process needs more than 2048 MB of memory. Raise the setting faultline.index.memoryLimit, or leave out files with faultline.index.exclude.',
			'索引进程需要的内存超过 2048 MB。请提高设置 faultline.index.memoryLimit，或使用 faultline.index.exclude 排除文件。',
		],
		['The index process needs more memory than it may use.', '索引进程需要的内存超过其上限。'],
		[
			'This run was imported from DARS (tally.root). It can be read but not continued.',
			'此运行从 DARS 导入（tally.root）。只能读取，不能继续。',
		],
		[
			'This run was created by an older version of Faultline, or its log is damaged. It can be read but not continued.',
			'此运行由较旧版本的 Faultline 创建，或其日志已损坏。只能读取，不能继续。',
		],
		[
			'a.json is damaged: event 3 has the number 5. Choose the file as Faultline wrote it.',
			'a.json 已损坏：事件 3 的编号为 5。请选择 Faultline 写入的原始文件。',
		],
		['Left out f in a.py: several places fit.', '省略了 a.py 中的 f：有多个符合的位置。'],
		['Left out f: it is a test.', '省略了 f：它是测试。'],
		[
			'The model named lines elsewhere: shop/basket.py:2 is outside of Basket.first_price (shop/basket.py:11-12).',
			'模型指出的行在别处：shop/basket.py:2 在 Basket.first_price（shop/basket.py:11-12）之外。',
		],
		[
			'pytest wrote a report that is not whole: its elements are too deep: exit code 1.',
			'pytest 写入的报告不完整：其元素嵌套过深：退出代码 1。',
		],
		[
			'Surefire wrote a report that is not whole: it has no element (target/a.xml): exit code 1.',
			'Surefire 写入的报告不完整：它没有元素（target/a.xml）：退出代码 1。',
		],
		[
			'pytest wrote a report that is not read (a/report.xml: too large to read (33 MB)): exit code 1:',
			'pytest 写入的报告未被读取（a/report.xml：过大，无法读取（33 MB））：退出代码 1：',
		],
		['Not all that was recorded counts: a/0.info is cut off.', '并非所有记录的内容都计入：a/0.info 不完整。'],
		[
			'Not all that was recorded counts: a/0.info: not a text file.',
			'并非所有记录的内容都计入：a/0.info：不是文本文件。',
		],
		['What was recorded cannot be read: node ended with exit code 3:', '无法读取记录的内容：node 以退出代码 3 结束：'],
		['What was recorded cannot be read: node took too long.', '无法读取记录的内容：node 用时过长。'],
		[
			'The strategy "tree" needs to run commands: allow it (on the command line with --execute).',
			'策略“tree”需要运行命令：请允许（在命令行中使用 --execute）。',
		],
		[
			'A link to Faultline was not followed: its file is not an absolute path.',
			'未打开指向 Faultline 的链接：其文件不是绝对路径。',
		],
		[
			"Refusing plain http for http://a: use the https address, or give the issue's text.",
			'拒绝以未加密的 http 访问 http://a：请使用 https 地址，或提供议题的文本。',
		],
		[
			'Refusing plain http for http://a: use the https address.',
			'拒绝以未加密的 http 访问 http://a：请使用 https 地址。',
		],
		[
			'The log of this run is damaged: 2 events cannot be read (line 3, 5).',
			'此运行的日志已损坏：2 个事件无法读取（第 3, 5 行）。',
		],
		[
			'The saved index was damaged and has been removed. Try again: it is rebuilt.',
			'已保存的索引已损坏，现已移除。请重试：将重新生成索引。',
		],
		[
			'Another process (42) is working on the patches of this run. Wait until it is done; if there is no such process, delete /x.',
			'另一个进程（42）正在处理此运行的补丁。请等待它完成；如果没有这样的进程，请删除 /x。',
		],
		[
			'gpt at a.example answered nothing: its content filter stopped the answer. Try again, or use another model.',
			'a.example 上的 gpt 没有回答任何内容：其内容筛选器中止了回答。请重试，或使用其他模型。',
		],
		[
			'a.example was stopped: its answer has more than 2 million characters.',
			'a.example 已被停止：其回答超过 2 百万个字符。',
		],
		[
			'All files are ignored by the pattern *.py (.gitignore, line 3). Remove or narrow it, or add the files to git: what git tracks is indexed.',
			'模式 *.py（.gitignore，第 3 行）忽略了所有文件。请移除或缩小该模式，或将文件添加到 git：git 跟踪的内容会编入索引。',
		],
		[
			'main of octo/demo does not have your commit 0123. Run git fetch origin, then try again; a pull request never takes your own commits along.',
			'octo/demo 的 main 没有你的提交 0123。请运行 git fetch origin，然后重试；拉取请求不会带上你自己的提交。',
		],
		[
			'its default branch of octo/demo does not have your commit 0123. Run git fetch origin, then try again; a pull request never takes your own commits along.',
			'octo/demo 的默认分支没有你的提交 0123。请运行 git fetch origin，然后重试；拉取请求不会带上你自己的提交。',
		],
		[
			'Once: The reproducer passes with the patch. Then: By its exit code only, the test command is flaky with the patch.',
			'一次：应用补丁后重现程序通过。之后：仅凭退出代码：应用补丁后测试命令的结果不稳定。',
		],
		['It changes 1 line in 2 files.', '它在 2 个文件中更改了 1 行。'],
		[
			'The history of the code is not searched: The repository has no commit yet.',
			'不搜索代码的历史记录：存储库还没有提交。',
		],
		[
			'The tool reports 1,204 tokens sent, 96 tokens received, a cost of 0.30.',
			'工具报告：发送了 1,204 个令牌，接收了 96 个令牌，费用 0.30。',
		],
		[
			'Push this branch, and nothing else, to octo/demo. Never with force.',
			'仅将此分支推送到 octo/demo。从不强制推送。',
		],
		[
			'Push this branch, and nothing else, to the fork of octo/demo that ada has, or gets now. Never with force.',
			'仅将此分支推送到 ada 拥有或即将获得的 octo/demo 的派生。从不强制推送。',
		],
		['No test ran without a patch. pytest could not be started: x', '没有补丁时没有运行任何测试。无法启动 pytest：x'],
		[
			'2 tests pass as before; breaks a.py::b (missing) and 2 more; flaky: c',
			'2 个测试仍然通过；导致 a.py::b（缺失）以及另外 2 个失败；不稳定：c',
		],
		['Without a patch, 1 test passes; 2 tests fail: a and b.', '没有补丁时，1 个测试通过；2 个测试失败：a and b。'],
		[
			'116 actions, 12 branch points (append 3, create 1), 13 paths, 12 patches, 6 of them right',
			'116 项操作，12 个分支点（append 3, create 1），13 个路径，12 个补丁，其中 6 个正确',
		],
		[
			"1,204 tokens in (1,024 from the server's cache), 96 out, estimated",
			'输入 1,204 个令牌（1,024 个来自服务器缓存），输出 96 个，估计',
		],
		[
			'The workspace has more than 50,000 files: too many for the memory. Open a folder of it, or exclude folders.',
			'工作区包含超过 50,000 个文件，超出了内存容量。请打开其中的一个文件夹，或排除一些文件夹。',
		],
		['a.example requires an API key (no such key). Set one.', 'a.example 需要 API 密钥（no such key）。请设置一个。'],
		['a.example failed with 500 (overloaded).', 'a.example 失败：500（overloaded）。'],
		['3 locations, none likely', '3 个位置，均不太可能'],
		['a.example timed out. The next try may take twice as long.', 'a.example 超时。下一次尝试的时间可能加倍。'],
		[
			'The folder cannot be read: EACCES. Check its permissions, then build the index again.',
			'无法读取文件夹：EACCES。请检查其权限，然后重新生成索引。',
		],
		['a.ts was created or changed meanwhile. Nothing was written.', 'a.ts 在此期间被创建或更改。未写入任何内容。'],
	] as const;

	for (const [kind, texts] of [
		['counts', counts],
		['is composed', composed],
	] as const) {
		it(`reads well where it ${kind}`, () => {
			const translated = engineTranslator(read());
			assert.deepEqual(
				texts.map(([text]) => [text, translated(text)]),
				texts,
			);
		});
	}

	it('leaves English whole where only its last words are known', () => {
		const translated = engineTranslator(read());
		const texts = [
			'By its exit code only, the test command fails without a patch',
			'mend the patch',
			'the list of locations',
			'The server requires an API key',
		];
		assert.deepEqual(texts.map(translated), texts);
	});
});
