import unittest

import mistune
from mistune.plugins import plugin_footnotes, plugin_strikethrough, plugin_table, plugin_task_lists, plugin_url
from mistune.util import escape, escape_url, unikey


class InlineTest(unittest.TestCase):
    def test_emphasis(self):
        self.assertEqual(mistune.html("*a* **b** _c_"), "<p><em>a</em> <strong>b</strong> <em>c</em></p>\n")

    def test_link_with_title(self):
        self.assertEqual(mistune.html('[a](/b "c")'), '<p><a href="/b" title="c">a</a></p>\n')

    def test_reference_link(self):
        self.assertEqual(mistune.html("[a][B]\n\n[b]: /c"), '<p><a href="/c">a</a></p>\n')

    def test_image(self):
        self.assertEqual(mistune.html("![a](b.png)"), '<p><img src="b.png" alt="a" /></p>\n')

    def test_harmful_link(self):
        self.assertEqual(mistune.html("[a](javascript:b)"), '<p><a href="#harmful-link">a</a></p>\n')

    def test_code_and_escape(self):
        self.assertEqual(mistune.html("`a < b` \\* <https://x.y>"), '<p><code>a &lt; b</code> * <a href="https://x.y">https://x.y</a></p>\n')

    def test_line_break(self):
        self.assertEqual(mistune.html("a  \nb"), "<p>a<br />\nb</p>\n")


class BlockTest(unittest.TestCase):
    def test_headings(self):
        self.assertEqual(mistune.html("# a\n\nb\n==="), "<h1>a</h1>\n<h1>b</h1>\n")

    def test_tight_and_loose_list(self):
        self.assertEqual(mistune.html("- a\n- b").count("<p>"), 0)
        self.assertEqual(mistune.html("- a\n\n- b").count("<p>"), 2)

    def test_nested_list(self):
        self.assertEqual(mistune.html("1. a\n   * b\n2. c").count("<ul>"), 1)

    def test_list_start(self):
        self.assertIn('<ol start="3">', mistune.html("3. a\n4. b"))

    def test_quote(self):
        self.assertEqual(mistune.html("> a\n> b"), "<blockquote>\n<p>a\nb</p>\n</blockquote>\n")

    def test_fenced_code(self):
        self.assertEqual(mistune.html("```py\n<a>\n```"), '<pre><code class="language-py">&lt;a&gt;\n</code></pre>\n')

    def test_indented_code(self):
        self.assertEqual(mistune.html("    a\n    b"), "<pre><code>a\nb\n</code></pre>\n")

    def test_html_block(self):
        self.assertEqual(mistune.create_markdown(escape=True)("<div>a</div>"), "<p>&lt;div&gt;a&lt;/div&gt;</p>\n")


class PluginTest(unittest.TestCase):
    def test_table(self):
        markdown = mistune.create_markdown(plugins=[plugin_table])
        self.assertIn('<th style="text-align:center">b</th>', markdown("| a | b |\n|---|:-:|\n| 1 | 2 |\n"))

    def test_footnote(self):
        markdown = mistune.create_markdown(plugins=[plugin_footnotes])
        self.assertIn('id="fn-1"', markdown("a[^x]\n\n[^x]: b\n"))

    def test_strikethrough_and_url(self):
        markdown = mistune.create_markdown(plugins=[plugin_strikethrough, plugin_url])
        self.assertEqual(markdown("~~a~~ http://b.c"), '<p><del>a</del> <a href="http://b.c">http://b.c</a></p>\n')

    def test_task_list(self):
        markdown = mistune.create_markdown(plugins=[plugin_task_lists])
        self.assertIn("checked", markdown("- [x] a\n- [ ] b"))

    def test_ast(self):
        self.assertEqual([each["type"] for each in mistune.create_markdown(renderer="ast")("# a\n\nb")], ["heading", "paragraph"])


class UtilTest(unittest.TestCase):
    def test_escape(self):
        self.assertEqual(escape('<a href="b">'), "&lt;a href=&quot;b&quot;&gt;")
        self.assertEqual(escape('"', quote=False), '"')

    def test_escape_url(self):
        self.assertEqual(escape_url("/a b?c=ä"), "/a%20b?c=%C3%A4")

    def test_unikey(self):
        self.assertEqual(unikey(" A  b\nC "), "a b c")


if __name__ == "__main__":
    unittest.main()
