Gem::Specification.new do |spec|
  spec.name = 'till'
  spec.version = '2.1.0'
  spec.files = ['lib/voucher.rb']
end
