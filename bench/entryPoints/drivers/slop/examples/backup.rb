# Reads the options of a backup tool.
$LOAD_PATH.unshift File.expand_path('../lib', __dir__)
require 'slop'

options = Slop::Options.new
options.banner = 'usage: backup [options] source...'
options.separator ''
options.separator 'Where:'
options.string '-t', '--target', 'the folder', required: true
options.integer '-l', '--level', 'how much', default: 3
options.float '--ratio', 'how small'
options.array '-x', '--exclude', 'what not', delimiter: ';'
options.boolean '-q', '--quiet', 'say nothing'
options.bool '--color', default: true
options.symbol '--mode'
options.regexp '--match'
options.null '--ignored', help: false
options.on '--version' do
  puts 'backup 1.2'
end
parser = Slop::Parser.new(options)

result = parser.parse(%w[-t /tmp -l7 --ratio=0.5 -x a;b -x c --no-color --mode fast --match ^x$ a.txt --version b.txt -- --rest])
puts result[:target].length, result[:level] + 1, result[:ratio] * 2, result[:exclude].last.upcase
puts result.color?.inspect, result.quiet?.inspect, result[:mode].to_proc.call('x'.then { Struct.new(:fast).new(5) })
puts result[:match].match?('x'), result.arguments.first.upcase, result.used_options.length, result.unused_options.length
puts result.to_hash.keys.first.to_s, result.option('--target').flag, result.get('l').to_s.rjust(3)
raise "the rest is #{result.args.inspect}" unless result.args.last == '--rest'

help = options.to_s.lines
puts help[0].split.first.upcase, help[2], help.grep(/exclude/).first.index('what')
[[%w[-t], Slop::MissingArgument], [%w[--what -t x], Slop::UnknownOption], [[], Slop::MissingRequiredOption]].each do |argv, error|
  begin
    parser.reset.parse(argv)
    raise "#{argv} was accepted"
  rescue error => e
    puts e.message.capitalize
  end
end
puts Slop.parse(%w[-v]) { |o| o.on('-v') }.to_h[:v].inspect
