import com.intellij.openapi.Disposable;
import com.intellij.openapi.editor.Document;
import com.intellij.openapi.util.Disposer;
import com.intellij.psi.PsiElement;
import com.intellij.psi.util.PsiTreeUtil;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.cli.FrontendConfigurationKeysKt;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar;
import org.jetbrains.kotlin.config.CommonConfigurationKeys;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.psi.*;

/**
 * Prints what Kotlin's own compiler takes for a definition, a line of JSON for each: path, kind, name, line of the name
 * and of the end. Left out are local variables, parameters that are no properties, and what has no name.
 *
 * java -cp kotlin-compiler.jar:kotlin-stdlib.jar:kotlin-reflect.jar Kotlin.java FOLDER
 */
class Kotlin {
	public static void main(String[] args) throws Exception {
		Path folder = Path.of(args[0]);
		Disposable disposable = Disposer.newDisposable();
		var configuration = new CompilerConfiguration();
		configuration.put(CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
		FrontendConfigurationKeysKt.setExtensionsStorage(configuration, new CompilerPluginRegistrar.ExtensionStorage());
		var environment = KotlinCoreEnvironment.createForProduction(
			disposable, configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
		var factory = new KtPsiFactory(environment.getProject(), false);
		List<Path> paths;
		try (Stream<Path> walked = Files.walk(folder)) {
			paths = walked.filter(path -> path.toString().matches(".*\\.kts?")).sorted().toList();
		}
		for (Path path : paths) {
			String text = Files.readString(path).replace("\r\n", "\n");
			KtFile file = factory.createFile(path.getFileName().toString(), text);
			for (KtNamedDeclaration each : PsiTreeUtil.findChildrenOfType(file, KtNamedDeclaration.class)) {
				String kind = kindOf(each);
				String name = each instanceof KtConstructor ? "constructor" : each.getName();
				if (kind != null && name != null) {
					PsiElement at = each.getNameIdentifier() == null ? start(each) : each.getNameIdentifier();
					System.out.printf("{\"path\":\"%s\",\"kind\":\"%s\",\"name\":\"%s\",\"line\":%d,\"endLine\":%d}%n",
						folder.relativize(path), kind, name.replaceAll("[\"\\\\]", "\\\\$0"),
						line(text, at.getTextRange().getStartOffset()), line(text, each.getTextRange().getEndOffset()));
				}
			}
		}
		Disposer.dispose(disposable);
	}

	/** The word that makes a declaration without a name. */
	private static PsiElement start(KtNamedDeclaration each) {
		if (each instanceof KtObjectDeclaration object) {
			return object.getObjectKeyword();
		}
		return each instanceof KtSecondaryConstructor constructor ? constructor.getConstructorKeyword() : each;
	}

	private static String kindOf(KtNamedDeclaration each) {
		if (each instanceof KtEnumEntry) {
			return "enum entry";
		}
		if (each instanceof KtObjectDeclaration object) {
			return object.isObjectLiteral() ? null : object.isCompanion() ? "companion object" : "object";
		}
		if (each instanceof KtClass type) {
			return type.isInterface() ? "interface" : "class";
		}
		if (each instanceof KtNamedFunction) {
			return "function";
		}
		if (each instanceof KtSecondaryConstructor) {
			return "constructor";
		}
		if (each instanceof KtTypeAlias) {
			return "type alias";
		}
		if (each instanceof KtProperty property) {
			return property.isLocal() ? null : "property";
		}
		return each instanceof KtParameter parameter && parameter.hasValOrVar() ? "property of a constructor" : null;
	}

	private static int line(String text, int offset) {
		return (int) text.substring(0, offset).chars().filter(each -> each == '\n').count() + 1;
	}
}
