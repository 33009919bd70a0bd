/** A trace of a runtime or a tool that speaks the language of its user. */
export interface LocalizedTrace {
	/** `de` */
	readonly name: string;
	/** Name of the base trace that has the same frames. */
	readonly base: string;
	readonly text: string;
	readonly title: string;
}

interface FrameworkWords {
	readonly name: string;
	readonly at: string;
	readonly place: string;
	readonly line: string;
	/** The mark behind a number of a line. */
	readonly end?: string;
	readonly unhandled: string;
	readonly message: string;
}

/** Words of mscorlib: `Word_At`, `StackTrace_InFileLineNumber`, `Arg_NullReferenceException`. */
const framework: readonly FrameworkWords[] = [
	{
		...{ name: 'de', at: 'bei', place: 'in', line: 'Zeile', end: '.', unhandled: 'Unbehandelte Ausnahme: ' },
		message: 'Der Objektverweis wurde nicht auf eine Objektinstanz festgelegt.',
	},
	{
		...{ name: 'zh', at: '在', place: '位置', line: '行号', unhandled: '未经处理的异常:  ' },
		message: '未将对象引用设置到对象的实例。',
	},
	{
		...{ name: 'ja', at: '場所', place: '場所', line: '行', unhandled: 'ハンドルされていない例外: ' },
		message: 'オブジェクト参照がオブジェクト インスタンスに設定されていません。',
	},
	{
		...{ name: 'pt', at: 'em', place: 'na', line: 'linha', unhandled: 'Exceção Sem Tratamento: ' },
		message: 'Referência de objeto não definida para uma instância de um objeto.',
	},
	{
		...{ name: 'fr', at: 'à', place: 'dans', line: 'ligne', unhandled: 'Exception non gérée : ' },
		message: "La référence d'objet n'est pas définie à une instance d'un objet.",
	},
	{
		...{ name: 'ru', at: 'в', place: 'в', line: 'строка', unhandled: 'Необработанное исключение: ' },
		message: 'Ссылка на объект не указывает на экземпляр объекта.',
	},
];

const file = 'C:\\build\\till\\src\\Shop\\Pricing\\Discount.cs';

function frameworkTrace(
	{ name, at, place, line, end = '', message }: FrameworkWords,
	unhandled: string,
): LocalizedTrace {
	const title = `System.NullReferenceException: ${message}`;
	const lines = [
		`${unhandled}${title}`,
		`   ${at} Shop.Pricing.Discount.LengthAsync() ${place} ${file}:${line} 12${end}`,
		`   ${at} Shop.Pricing.Discount.PrintAsync() ${place} ${file}:${line} 17${end}`,
		`   ${at} System.Threading.ThreadHelper.ThreadStart_Context(Object state)`,
		`   ${at} System.Threading.ThreadHelper.ThreadStart()`,
	];
	return {
		name: `.NET ${name}${unhandled === '' ? '' : ', unhandled'}`,
		base: 'csharp',
		text: lines.join('\n'),
		title,
	};
}

const frames = [
	'#0  0x0000555555555171 in entry_sum (entry=0x0, n=4) at /home/dev/till/src/ledger.c:9',
	'#1  0x00005555555551d4 in ledger_total (entries=0x0, n=1) at /home/dev/till/src/ledger.c:17',
];

const others: readonly LocalizedTrace[] = [
	...[
		['de', 'C:\\shop\\receipt.txt (Das System kann die angegebene Datei nicht finden)'],
		['zh', 'D:\\shop\\receipt.txt (系统找不到指定的文件。)'],
	].map(([name, message]) => ({
		name: `Java ${name}`,
		base: 'java',
		text: [
			`Exception in thread "main" java.io.FileNotFoundException: ${message}`,
			'\tat java.io.FileInputStream.open0(Native Method)',
			'\tat java.io.FileInputStream.<init>(FileInputStream.java:138)',
			'\tat shop.Receipt.lastLine(Receipt.java:13)',
			'\tat shop.Receipt.print(Receipt.java:17)',
		].join('\n'),
		title: `java.io.FileNotFoundException: ${message}`,
	})),
	...['Speicherzugriffsfehler (Speicherabzug geschrieben)', '段错误 (核心已转储)'].map((title, at) => ({
		name: `shell ${at === 0 ? 'de' : 'zh'}, then gdb`,
		base: 'gdb',
		text: [title, ...frames].join('\n'),
		title,
	})),
];

export const localizedTraces: readonly LocalizedTrace[] = [
	...framework.map(words => frameworkTrace(words, '')),
	...framework.map(words => frameworkTrace(words, words.unhandled)),
	...others,
];
