require "shop"

puts "no assertion failed here"
Shop.total(nil)
