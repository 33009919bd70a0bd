import { readXml, type XmlReader } from '../reports/xmlReport';
import { LineCollector, type ReportedLines } from './lineCollector';

/**
 * The executed lines of an XML report of JaCoCo (report.dtd): a `line` with its number `nr` and `ci`, how many of its
 * instructions were executed, in a `sourcefile` in a `package`. A path is the package and the name: `a/b/C.java`,
 * without the folder of the sources. A report that is not whole holds the part before its end.
 */
export function readJacoco(text: string): ReportedLines {
	const reader = new JacocoReader();
	const problem = readXml(text, reader);
	return reader.collector.reported(problem === undefined);
}

class JacocoReader implements XmlReader {
	readonly namesType = true;
	readonly collector = new LineCollector();
	private folder = '';
	private file = '';

	open(element: string, { name = '', nr, ci }: Readonly<Record<string, string>>): void {
		if (element === 'package') {
			this.folder = name === '' ? '' : `${name}/`;
		} else if (element === 'sourcefile') {
			this.file = this.folder + name;
		} else if (element === 'line' && this.file !== '' && Number(ci) > 0) {
			this.collector.add(this.file, Number(nr));
		}
	}

	close(element: string): void {
		this.file = element === 'sourcefile' ? '' : this.file;
	}
}
