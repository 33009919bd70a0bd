$LOAD_PATH.unshift File.expand_path('../lib', __dir__)
require 'slop'

RSpec.describe Slop do
  def parse(items, **config, &block)
    Slop.parse(items, **config, &block)
  end

  it 'reads strings and integers' do
    result = parse(%w[--name Ada -n 5]) { |o| o.string '-s', '--name'; o.integer '-n' }
    expect(result[:name]).to eq 'Ada'
    expect(result[:n]).to eq 5
  end

  it 'reads negative and formatted numbers' do
    result = parse(%w[--low -5 --big 1e3]) { |o| o.integer '--low'; o.float '--big' }
    expect(result[:low]).to eq(-5)
    expect(result[:big]).to eq 1000.0
  end

  it 'takes defaults' do
    expect(parse([]) { |o| o.string '--a', default: 'x' }[:a]).to eq 'x'
    expect(parse([]) { |o| o.array '--b' }[:b]).to eq []
  end

  it 'splits arrays' do
    result = parse(%w[--files a,b --files c]) { |o| o.array '--files' }
    expect(result[:files]).to eq %w[a b c]
  end

  it 'limits arrays' do
    expect(parse(%w[-p a:b:c]) { |o| o.array '-p', delimiter: ':', limit: 2 }[:p]).to eq ['a', 'b:c']
  end

  it 'knows booleans' do
    result = parse(%w[--verbose --no-color]) { |o| o.bool '--verbose'; o.bool '--color', default: true }
    expect(result.verbose?).to be true
    expect(result[:color]).to be false
  end

  it 'splits grouped flags' do
    result = parse(%w[-abc]) { |o| o.bool '-a'; o.bool '-b'; o.bool '-c' }
    expect(result.to_hash).to eq(a: true, b: true, c: true)
  end

  it 'keeps arguments' do
    result = parse(%w[one --x 1 two]) { |o| o.integer '--x' }
    expect(result.arguments).to eq %w[one two]
  end

  it 'rejects unknown options' do
    expect { parse(%w[--what]) }.to raise_error(Slop::UnknownOption, /unknown option `--what'/)
    expect { parse(%w[--what], suppress_errors: true) }.not_to raise_error
  end

  it 'requires arguments and options' do
    expect { parse(%w[--x]) { |o| o.string '--x' } }.to raise_error(Slop::MissingArgument)
    expect { parse([]) { |o| o.string '--x', required: true } }.to raise_error(Slop::MissingRequiredOption)
  end

  it 'calls blocks' do
    called = nil
    parse(%w[--go fast]) { |o| o.string('--go') { |value| called = value } }
    expect(called).to eq 'fast'
  end

  it 'prints help' do
    options = Slop::Options.new(banner: 'usage: x') { |o| o.string '-a', '--all', 'all of it'; o.bool '-b', 'some' }
    expect(options.to_s.lines.map(&:rstrip)).to eq ['usage: x', '    -a, --all  all of it', '    -b         some']
  end

  it 'names options' do
    option = Slop::StringOption.new(%w[-o --out-file], 'where')
    expect(option.key).to eq :out_file
    expect(option.flag).to eq '-o, --out-file'
  end
end
