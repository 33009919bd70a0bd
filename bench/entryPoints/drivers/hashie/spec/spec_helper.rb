$LOAD_PATH.unshift File.expand_path('../lib', __dir__)
require 'logger'
require 'rspec'
require 'hashie'
require_relative 'support/ruby_version_check'
require_relative 'support/logger'

RSpec.configure do |config|
  config.extend RubyVersionCheck
end
