require "shop"

total = Shop.total([1, 2])
raise "assertion failed: total is #{total}, not 3" unless total == 3
