require "no_such_gem"
