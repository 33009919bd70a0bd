# Describes a few things with Hashie's kinds of hashes.
$LOAD_PATH.unshift File.expand_path('../lib', __dir__)
require 'logger'
require 'json'
require 'hashie'

class Price < Hashie::Dash
  property :amount, required: true
  property :currency, default: 'EUR'
end

class Product < Hashie::Trash
  include Hashie::Extensions::Coercion
  property :name, from: :Name
  property :price
  property :tags, default: -> { [] }
  property :grams, from: :kg, with: ->(kg) { (kg.to_f * 1000).to_i }
  coerce_key :price, Price
end

class Settings < Hash
  include Hashie::Extensions::MergeInitializer
  include Hashie::Extensions::DeepMerge
  include Hashie::Extensions::DeepFetch
  include Hashie::Extensions::DeepFind
  include Hashie::Extensions::KeyConversion
  include Hashie::Extensions::MethodAccess
end

product = Product.new(Name: 'pen', price: { amount: 3 }, kg: '0.25')
puts product.name.upcase, product[:price].currency.length, product.grams + 1, product.tags.size
begin
  Price.new(currency: 'USD')
rescue ArgumentError => e
  puts e.message.length
end
mash = Hashie::Mash.new(a: { b: [{ c: 1 }] }, 'd e' => 2)
mash.x!.y = 5
puts mash.a.b.first.c + mash.x.y, mash.a?.inspect, mash.z_.q.inspect, mash.key?(:a), mash.dig(:a, :b, 0, :c) + 1
puts mash.deep_merge(a: { n: 1 }).a.n + mash.fetch('d e'), mash.to_hash['a']['b'].length, mash.reverse_merge(k: 9).k + 1
settings = Settings.new.merge('web' => { 'port' => 80, 'hosts' => [{ 'id' => 1 }] })
settings.deep_merge!('web' => { 'port' => 81, 'tls' => true })
puts settings.deep_fetch('web', 'port') + 1, settings.deep_find('id') + 1, settings.symbolize_keys.keys.first.inspect, settings.web['tls']
clash = Hashie::Clash.new.where(a: 1).order!.by(:b)._end!
puts clash[:where][:a] + 1, clash[:order][:by].to_s.length
rash = Hashie::Rash.new(/^a(\d)/ => ->(m) { m[1].to_i }, 1..5 => 'few', 'x' => 'y')
puts rash['a7'] + 1, rash[3].upcase, rash['x'].next
puts Hashie.stringify_keys(a: { b: 1 })['a']['b'] + 1, product.to_h[:price][:amount].to_s, mash.inspect.length
