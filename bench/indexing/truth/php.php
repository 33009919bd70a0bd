<?php
// Prints what nikic/php-parser takes for a definition, a line of JSON for each: path, kind, name, line of the name and of
// the end. Left out are local variables (but for those with a function) and files with syntax errors, whose number is
// printed.
//
// php php.php FOLDER   (Debian: php-cli, php-parser)
require '/usr/share/php/PhpParser/autoload.php';

use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Stmt;

class Definitions extends PhpParser\NodeVisitorAbstract
{
    public string $path = '';

    public function enterNode(Node $node)
    {
        if ($node instanceof Stmt\Property || $node instanceof Stmt\ClassConst || $node instanceof Stmt\Const_) {
            foreach ($node instanceof Stmt\Property ? $node->props : $node->consts as $each) {
                $this->print($each, $each->name, $node);
            }
        } elseif ($node instanceof Stmt\Namespace_ && $node->name !== null) {
            $this->line($node, $node->name->getLast(), $node->name->getEndLine(), $node);
        } elseif ($node instanceof Stmt\ClassLike || $node instanceof Stmt\Function_ || $node instanceof Stmt\ClassMethod
            || $node instanceof Stmt\EnumCase) {
            if ($node->name !== null) {
                $this->print($node, $node->name, $node);
            }
        } elseif ($node instanceof Node\Param && $node->flags !== 0) {
            $this->print($node, $node->var, $node);
        } elseif ($node instanceof Expr\Assign && $node->var instanceof Expr\Variable && is_string($node->var->name)
            && ($node->expr instanceof Expr\Closure || $node->expr instanceof Expr\ArrowFunction)) {
            $this->print($node, $node->var, $node);
        } elseif ($node instanceof Expr\FuncCall && $node->name instanceof Node\Name
            && $node->name->toLowerString() === 'define' && $node->args[0]->value instanceof Node\Scalar\String_) {
            $this->line($node, $node->args[0]->value->value, $node->args[0]->getStartLine(), $node);
        }
    }

    private function print(Node $node, Node $name, Node $whole): void
    {
        $this->line($node, (string) $name->name, $name->getStartLine(), $whole);
    }

    private function line(Node $node, string $name, int $line, Node $whole): void
    {
        $kind = $node->getType();
        $row = ['path' => $this->path, 'kind' => $kind, 'name' => $name, 'line' => $line, 'endLine' => $whole->getEndLine()];
        echo json_encode($row), "\n";
    }
}

$folder = rtrim($argv[1], '/');
$parser = (new PhpParser\ParserFactory())->create(PhpParser\ParserFactory::PREFER_PHP7);
$traverser = new PhpParser\NodeTraverser();
$definitions = new Definitions();
$traverser->addVisitor($definitions);
$nWithErrors = 0;
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder)) as $file) {
    if ($file->isFile() && $file->getExtension() === 'php') {
        $definitions->path = substr($file->getPathname(), strlen($folder) + 1);
        try {
            $traverser->traverse($parser->parse(file_get_contents($file->getPathname())));
        } catch (PhpParser\Error $error) {
            $nWithErrors++;
        }
    }
}
fwrite(STDERR, "$nWithErrors files have syntax errors\n");
