require 'minitest/autorun'
require_relative '../lib/mustache'

class RenderTest < Minitest::Test
  def test_variables
    assert_equal 'Hi Ada', Mustache.render('Hi {{name}}', name: 'Ada')
    assert_equal '', Mustache.render('{{nothing}}', {})
  end

  def test_escaping
    assert_equal '&lt;a&gt; <a>', Mustache.render('{{x}} {{{x}}}', x: '<a>')
  end

  def test_sections
    assert_equal 'ab', Mustache.render('{{#l}}{{v}}{{/l}}', l: [{ v: 'a' }, { v: 'b' }])
    assert_equal 'none', Mustache.render('{{^l}}none{{/l}}', l: [])
    assert_equal 'x', Mustache.render('{{#o}}{{v}}{{/o}}', o: { v: 'x' })
  end

  def test_inverted_with_value
    assert_equal '', Mustache.render('{{^l}}none{{/l}}', l: true)
  end

  def test_lambda
    assert_equal '[x]', Mustache.render('{{#wrap}}{{v}}{{/wrap}}', v: 'x', wrap: ->(text) { "[#{text}]" })
  end

  def test_standalone_lines
    assert_equal "a\nb\n", Mustache.render("a\n{{#x}}\nb\n{{/x}}\n", x: true)
  end

  def test_delimiters
    assert_equal '(1)', Mustache.render('{{=| |=}}(|x|)', x: 1)
  end
end

class ContextTest < Minitest::Test
  def setup
    @context = Mustache::Context.new(Mustache.new)
  end

  def test_fetch
    @context.push(a: 1, 'b' => 2)
    assert_equal [1, 2], [@context[:a], @context[:b]]
    assert @context.has_key?(:a)
    refute @context.has_key?(:z)
  end

  def test_push_and_pop
    @context.push(a: 1).push(a: 2)
    assert_equal 2, @context[:a]
    @context.pop
    assert_equal 1, @context[:a]
  end

  def test_missing
    assert_raises(Mustache::ContextMiss) { @context.fetch(:z) { raise Mustache::ContextMiss } }
  end

  def test_current
    @context.push(5)
    assert_equal 5, @context.current
  end
end

class TemplateTest < Minitest::Test
  def test_unclosed
    error = assert_raises(Mustache::Parser::SyntaxError) { Mustache::Template.new("x\n{{#a}}").tokens }
    assert_match(/Unclosed section "a"/, error.message)
    assert_match(/Line 2/, error.message)
  end

  def test_class_names
    assert_equal 'MyPage', Mustache.classify('my_page')
    assert_equal 'my_page', Mustache.underscore('MyPage')
  end
end
