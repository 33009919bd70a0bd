require_relative 'pool'

# Work with one connection of a pool.
class Session
  attr_reader :connection, :log

  def initialize(pool)
    @pool = pool
    @log = []
    @connection = pool.take
  end

  def run(statement)
    raise ArgumentError, 'empty statement' if statement.empty?

    @log << statement
    statement.length
  end

  def rollback
    @log.clear
    @pool.give_back(@connection)
  end

  def close
    @pool.give_back(@connection)
  end
end
