# Connections that are lent and given back.
class Pool
  class NotLent < StandardError; end
  class Empty < StandardError; end

  attr_reader :free, :lent

  def initialize(size)
    @free = Array.new(size) { |number| "connection #{number}" }
    @lent = []
  end

  def take
    raise Empty, 'all connections are lent' if @free.empty?

    connection = @free.shift
    @lent << connection
    connection
  end

  def give_back(connection)
    raise NotLent, "#{connection} is not lent" unless @lent.delete(connection)

    @free << connection
  end
end
