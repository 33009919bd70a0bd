// Prints what Go's own parser takes for a definition, a line of JSON for each: path, kind, name, line of the name and of
// the end. Left out are local variables (but for those with a
// function) and constants, embedded fields (which are bases), the fields of the types of
// variables in functions, names `_`, and files with syntax errors, whose number is printed.
//
// go run golang.go FOLDER
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

var files = token.NewFileSet()

type visitor struct {
	path       string
	inFunction bool
	// inType is true in a declaration of a type, and in the type of a variable of the package.
	inType bool
}

func main() {
	nWithErrors := 0
	folder := os.Args[1]
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			nWithErrors++
			return nil
		}
		relative, _ := filepath.Rel(folder, path)
		ast.Walk(visitor{path: relative}, file)
		return nil
	})
	fmt.Fprintln(os.Stderr, nWithErrors, "files have syntax errors")
}

func (v visitor) Visit(node ast.Node) ast.Visitor {
	switch n := node.(type) {
	case *ast.FuncDecl:
		v.print(map[bool]string{true: "function", false: "method"}[n.Recv == nil], n, n.Name)
		v.inFunction = true
	case *ast.FuncLit:
		v.inFunction, v.inType = true, false
	case *ast.TypeSpec:
		v.print("type", n, n.Name)
		v.inType = true
	case *ast.GenDecl:
		v.inType = !v.inFunction
		for _, spec := range n.Specs {
			if value, ok := spec.(*ast.ValueSpec); ok && !v.inFunction {
				v.print(n.Tok.String(), value, value.Names...)
			}
		}
	case *ast.ValueSpec:
		if _, ok := first(n.Values).(*ast.FuncLit); ok && v.inFunction {
			v.print("function in a variable", n, n.Names[0])
		}
	case *ast.AssignStmt:
		name, isName := n.Lhs[0].(*ast.Ident)
		if _, ok := n.Rhs[0].(*ast.FuncLit); ok && isName && n.Tok == token.DEFINE {
			v.print("function in a variable", n, name)
		}
	case *ast.StructType:
		v.fields("field", n.Fields)
	case *ast.InterfaceType:
		v.fields("method of an interface", n.Methods)
	}
	return v
}

func first(values []ast.Expr) ast.Expr {
	if len(values) == 0 {
		return nil
	}
	return values[0]
}

func (v visitor) fields(kind string, list *ast.FieldList) {
	for _, field := range list.List {
		if v.inType {
			v.print(kind, field, field.Names...)
		}
	}
}

func (v visitor) print(kind string, node ast.Node, names ...*ast.Ident) {
	for _, name := range names {
		if name.Name != "_" {
			fmt.Printf("{\"path\":%q,\"kind\":%q,\"name\":%q,\"line\":%d,\"endLine\":%d}\n", v.path, kind, name.Name,
				files.PositionFor(name.Pos(), false).Line, files.PositionFor(node.End(), false).Line)
		}
	}
}
