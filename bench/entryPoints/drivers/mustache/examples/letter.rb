# Writes letters from templates.
require_relative '../lib/mustache'

class Letter < Mustache
  self.template = "Dear {{name}},\n{{#items}}* {{label}}{{^last}};{{/last}}\n{{/items}}{{> footer}}{{! no }}{{{raw}}} {{&raw}} {{raw}}\n"

  attr_reader :items

  def initialize(items)
    super()
    @items = items
  end

  def raw
    '<b>'
  end

  def partial(name)
    "-- #{name}: {{count}} of {{#upper}}things{{/upper}}\n"
  end

  def count
    items.size
  end

  def upper
    ->(text) { render(text).upcase }
  end
end

items = [{ label: 'pen', last: false }, { 'label' => 'ink & paper', 'last' => true }]
text = Letter.new(items).render(name: 'Ada')
lines = text.lines
puts lines[0][5..], lines[2].strip.length, lines[3].split.last
raise "not escaped: #{lines[4]}" unless lines[4].split == ['<b>', '<b>', '&lt;b&gt;']

puts Mustache.render('{{a.b.c}} {{#list}}{{.}},{{/list}}', a: { b: { c: 1 } }, list: [1, 2, 3]).split(',').last.to_i + 1
puts Mustache.render("{{=<% %>=}}<% x %><%={{ }}=%> {{x}}", x: 'y').split.first.upcase
template = Mustache::Template.new("{{a}}{{#b}}{{c}}{{#d}}{{e}}{{/d}}{{/b}}{{>p}}")
puts template.tags.flatten.join(',').length, template.sections.first.inspect, template.partials.flatten.first.to_s.upcase
puts Mustache.view_namespace.name, Mustache.classify('my_view/part').split('::').last, Mustache.underscore('MyView').tr('_', '-')
begin
  Mustache.render("{{#open}}\n{{/other}}", {})
rescue Mustache::Parser::SyntaxError => e
  puts e.message.lines.first.strip, e.message.lines[1].strip
end
view = Mustache.new
view.template = 'Hi {{thing}}{{missing}}'
view[:thing] = 'you'
puts view.render.split[1].length, view.compiled?.inspect, view.template.compile.length > 20
