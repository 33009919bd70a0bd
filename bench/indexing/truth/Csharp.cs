using System;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

/// <summary>
/// Prints what Roslyn takes for a definition, a line of JSON for each: path, kind, name, line of the name and of the end.
/// Left out are local variables, parameters that are no properties, what conditions of the preprocessor leave out, and
/// files with syntax errors, whose number is printed. SYMBOLS are defined for the preprocessor.
///
/// mcs -r:Microsoft.CodeAnalysis.dll,Microsoft.CodeAnalysis.CSharp.dll -lib:/usr/lib/mono/4.5/Facades \
///   -r:System.Runtime,netstandard,Microsoft.CSharp Csharp.cs
/// mono Csharp.exe FOLDER [SYMBOL...]
///
/// The libraries, beside it, are those of the npm package @autorest/csharp 3.0.0-beta.20220428.1 (C# 10), and a
/// System.Memory.dll (version 4.2.1.0) that forwards `Span`, `Memory`, those for reading and `MemoryExtensions` to mscorlib.
/// </summary>
static class Csharp {
	static void Main(string[] arguments) {
		string folder = Path.GetFullPath(arguments[0]);
		var options = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: arguments.Skip(1));
		int nFiles = 0, nWithErrors = 0;
		foreach (string path in Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories).OrderBy(each => each)) {
			SyntaxTree tree = CSharpSyntaxTree.ParseText(File.ReadAllText(path), options);
			nFiles++;
			if (tree.GetDiagnostics().Any(each => each.Severity == DiagnosticSeverity.Error)) {
				nWithErrors++;
				continue;
			}
			foreach (SyntaxNode node in tree.GetRoot().DescendantNodes()) {
				Define(node, (name, token) => Console.WriteLine(
					"{{\"path\":\"{0}\",\"kind\":\"{1}\",\"name\":\"{2}\",\"line\":{3},\"endLine\":{4}}}",
					path.Substring(folder.Length + 1), node.Kind(), name, Line(tree, token.SpanStart), Line(tree, node.Span.End)));
			}
		}
		Console.Error.WriteLine("{0} of {1} files have syntax errors", nWithErrors, nFiles);
	}

	static void Define(SyntaxNode node, Action<string, SyntaxToken> print) {
		dynamic it = node;
		if (node is BaseNamespaceDeclarationSyntax) {
			SyntaxToken last = ((BaseNamespaceDeclarationSyntax)node).Name.GetLastToken();
			print(last.Text, last);
		} else if (node is DestructorDeclarationSyntax) {
			print("~" + it.Identifier.Text, it.Identifier);
		} else if (node is OperatorDeclarationSyntax) {
			string text = it.OperatorToken.Text;
			print("operator" + (char.IsLetter(text[0]) ? " " : "") + text, it.OperatorToken);
		} else if (node is ConversionOperatorDeclarationSyntax) {
			print("operator " + TypeName(it.Type), it.Type.GetFirstToken());
		} else if (node is IndexerDeclarationSyntax) {
			print("this", it.ParameterList.OpenBracketToken);
		} else if (IsNamed(node)) {
			print(it.Identifier.Text, it.Identifier);
		}
	}

	static bool IsNamed(SyntaxNode node) {
		return node is BaseTypeDeclarationSyntax || node is DelegateDeclarationSyntax || node is EnumMemberDeclarationSyntax
			|| node is MethodDeclarationSyntax || node is ConstructorDeclarationSyntax || node is LocalFunctionStatementSyntax
			|| node is PropertyDeclarationSyntax || node is EventDeclarationSyntax
			|| (node is VariableDeclaratorSyntax && node.Parent.Parent is BaseFieldDeclarationSyntax)
			|| (node is ParameterSyntax && node.Parent.Parent is RecordDeclarationSyntax);
	}

	/** Without type arguments and without what is in front of the last dot. */
	static string TypeName(TypeSyntax type) {
		var qualified = type as QualifiedNameSyntax;
		var generic = type as GenericNameSyntax;
		return qualified != null ? TypeName(qualified.Right) : generic != null ? generic.Identifier.Text : type.ToString();
	}

	static int Line(SyntaxTree tree, int position) {
		return tree.GetText().Lines.GetLineFromPosition(position).LineNumber + 1;
	}
}
