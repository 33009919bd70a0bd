Gem::Specification.new do |spec|
  spec.name = "shop"
  spec.version = "1.0"
  spec.summary = "A shop"
  spec.authors = ["A. Keeper"]
  spec.files = ["lib/shop.rb"]
end
