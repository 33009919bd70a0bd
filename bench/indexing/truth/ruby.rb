# Prints what Ruby's own parser takes for a definition, a line of JSON for each: path, kind, name, line of the name and of
# the end. Left out are local variables, names that are no literals, and files with syntax errors, whose number is printed.
#
# ruby ruby.rb FOLDER
require 'json'

ATTRIBUTES = %i[attr_accessor attr_reader attr_writer mattr_accessor cattr_accessor class_attribute].freeze
METHODS = %i[define_method alias_method].freeze

def walk(node, &print)
  return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

  children = node.children
  case node.type
  when :CLASS, :MODULE
    print.call(node.type.to_s.downcase, children[0].children.last, children[0].last_lineno, node)
  when :DEFN, :DEFS
    print.call('method', children[-2], node.first_lineno, node)
  when :CDECL
    print.call('constant', children[-2], node.first_lineno, node)
  when :ALIAS
    print.call('alias', children[0].children[0], children[0].first_lineno, node) if children[0].type == :LIT
  when :FCALL
    given = arguments(children[1])
    print_names('attribute', given, node, &print) if ATTRIBUTES.include?(children[0])
    print_names('method', given.first(1), node, &print) if METHODS.include?(children[0])
  end
  children.each { |child| walk(child, &print) }
end

def arguments(list)
  list = list.children[0] if list&.type == :BLOCK_PASS
  list.nil? || list.type != :LIST ? [] : list.children.compact
end

def print_names(kind, nodes, call)
  nodes.each do |node|
    name = %i[LIT STR].include?(node.type) && node.children[0]
    yield(kind, name, node.first_lineno, call) if name.is_a?(Symbol) || name.is_a?(String)
  end
end

folder = ARGV.fetch(0)
n_with_errors = 0
$VERBOSE = nil
Dir.glob('**/*.{rb,rake,gemspec,ru}', base: folder).sort.each do |path|
  tree = RubyVM::AbstractSyntaxTree.parse_file(File.join(folder, path))
  walk(tree) do |kind, name, line, node|
    puts JSON.generate(path: path, kind: kind, name: name, line: line, endLine: node.last_lineno)
  end
rescue SyntaxError, ArgumentError, EncodingError
  n_with_errors += 1
end
warn "#{n_with_errors} files have syntax errors"
