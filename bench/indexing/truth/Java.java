import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.*;

/**
 * Prints what Java's own compiler takes for a definition, a line of JSON for each: path, kind, name, line of the name and
 * of the end. Left out are local variables, parameters, and files with syntax errors, whose number is printed.
 *
 * java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED Java.java FOLDER
 */
class Java extends TreePathScanner<Void, Void> {
	private final String path;
	private final String text;
	private final LineMap lines;
	private final SourcePositions positions;
	private final CompilationUnitTree unit;

	private Java(String path, String text, CompilationUnitTree unit, SourcePositions positions) {
		this.path = path;
		this.text = text;
		this.unit = unit;
		this.positions = positions;
		lines = unit.getLineMap();
	}

	public static void main(String[] args) throws IOException {
		Path folder = Path.of(args[0]);
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
		List<Path> paths;
		try (Stream<Path> walked = Files.walk(folder)) {
			paths = walked.filter(each -> each.toString().endsWith(".java") && Files.isRegularFile(each)).sorted().toList();
		}
		int nWithErrors = 0;
		for (Path each : paths) {
			var errors = new DiagnosticCollector<JavaFileObject>();
			var task = (JavacTask) compiler.getTask(null, files, errors, null, null, files.getJavaFileObjects(each));
			CompilationUnitTree unit = task.parse().iterator().next();
			if (errors.getDiagnostics().stream().anyMatch(one -> one.getKind() == Diagnostic.Kind.ERROR)) {
				nWithErrors++;
				continue;
			}
			String path = folder.relativize(each).toString();
			String text = unit.getSourceFile().getCharContent(true).toString();
			new Java(path, text, unit, Trees.instance(task).getSourcePositions()).scan(unit, null);
		}
		System.err.printf("%d of %d files have syntax errors%n", nWithErrors, paths.size());
	}

	@Override
	public Void visitClass(ClassTree tree, Void none) {
		if (!tree.getSimpleName().isEmpty()) {
			String kind = tree.getKind().toString().toLowerCase();
			print(kind, tree, tree.getSimpleName().toString(), ((JCTree) tree).pos);
		}
		return super.visitClass(tree, none);
	}

	@Override
	public Void visitMethod(MethodTree tree, Void none) {
		boolean isConstructor = tree.getName().contentEquals("<init>");
		ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
		String name = (isConstructor ? owner.getSimpleName() : tree.getName()).toString();
		print(isConstructor ? "constructor" : "method", tree, name, ((JCTree) tree).pos);
		return super.visitMethod(tree, none);
	}

	@Override
	public Void visitVariable(VariableTree tree, Void none) {
		if (getCurrentPath().getParentPath().getLeaf() instanceof ClassTree) {
			boolean isConstant = tree.toString().startsWith("/*public static final*/ ");
			print(isConstant ? "enum constant" : "field", tree, tree.getName().toString(), ((JCTree) tree).pos);
		}
		return super.visitVariable(tree, none);
	}

	/** The compiler's position of a class is that of its keyword. */
	private void print(String kind, Tree tree, String name, int position) {
		long line = lines.getLineNumber(text.indexOf(name, position));
		long endLine = lines.getLineNumber(positions.getEndPosition(unit, tree));
		System.out.printf("{\"path\":\"%s\",\"kind\":\"%s\",\"name\":\"%s\",\"line\":%d,\"endLine\":%d}%n",
			path, kind, name, line, endLine);
	}
}
