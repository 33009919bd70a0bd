"""Turns notes into HTML and lists their headings."""
import mistune
from mistune.directives import Admonition, DirectiveToc
from mistune.plugins import plugin_abbr, plugin_def_list, plugin_footnotes, plugin_strikethrough, plugin_table, \
    plugin_task_lists, plugin_url

TEXT = """
# Notes *of* today

A [link](/to "title"), an ![image](x.png) and <b>html</b>. See [ref] and [^1], http://a.b ~~gone~~.

.. toc:: Contents

1. one
2. two
   - [ ] nested
   - [x] done

> quoted `code` and **strong** text
> more

| a | b |
|---|:-:|
| 1 | 2 |

```python
print("x < y")
```

Setext
------

.. note:: Take care

   of *this*

Term
: Definition

*[HTML]: Hyper Text

[ref]: http://example.com "Example"
[^1]: A footnote in HTML.
"""


def main():
    plugins = [plugin_footnotes, plugin_table, plugin_strikethrough, plugin_task_lists, plugin_url, plugin_def_list,
               plugin_abbr, Admonition(), DirectiveToc()]
    to_html = mistune.create_markdown(escape=False, plugins=plugins)
    html = to_html(TEXT)
    print(len(html.splitlines()), html.index("<h1"), html.index("</blockquote>"))
    print(html[html.index("<table"):html.index("</table>")].count("<td"))
    to_tokens = mistune.create_markdown(renderer="ast")
    tokens = to_tokens(TEXT)
    print([token["type"] for token in tokens][:3])
    print([token["level"] for token in tokens if token["type"] == "heading"][0] + 1)
    print(mistune.markdown("a  \nb <i>\n\n***\n\n* x\n* y").split("<li>")[1].strip())
    print(mistune.html("**x** <u>y</u>")[:3], mistune.escape_html("<&>").upper())


if __name__ == "__main__":
    main()
