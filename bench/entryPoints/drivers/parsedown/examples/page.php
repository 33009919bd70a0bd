<?php
// Makes a page of a text.
require __DIR__ . '/../Parsedown.php';

const TEXT = <<<'MD'
# Title *here*

A [link](/a "t"), ![img](b.png), `code < x`, <http://c.d>, ~~old~~ and **strong**.  
Next line with [ref] & http://plain.example.

1. one
2. two
   - nested
   - more

> quote
continued

| a | b |
|:--|--:|
| 1 | 2 |

```php
echo "<";
```

Setext
------

<div>raw</div>

    indented

***

[ref]: http://r.example "Ref"
MD;

class Page extends Parsedown
{
    public array $titles = [];

    protected function blockHeader($line)
    {
        $block = parent::blockHeader($line);
        $this->titles[] = strtoupper($block['element']['text']);
        return $block;
    }
}

set_error_handler(function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
}, E_WARNING);

$page = new Page();
$html = $page->setBreaksEnabled(true)->setUrlsLinked(true)->text(TEXT);
echo strlen($html) > 400 ? 'long' : 'short', ' ', $page->titles[0], "\n";
foreach (['<ol>' => 1, '<li>' => 4, '<td' => 2, '<blockquote>' => 1, '<pre>' => 2, '<hr' => 1, '<a ' => 4, '<del>' => 1] as $tag => $count) {
    if (substr_count($html, $tag) !== $count) {
        throw new UnexpectedValueException(substr_count($html, $tag) . " times $tag instead of $count");
    }
}
echo $page->setMarkupEscaped(true)->line('a <b> *c*')[2], ' ', strlen(Parsedown::instance()->setSafeMode(true)->text('[x](javascript:y)')), "\n";
