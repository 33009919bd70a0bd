require_relative 'session'

# Statements that are made together or not at all.
class Batch
  def initialize(statements)
    @statements = statements
  end

  def size
    @statements.length
  end

  def run_in(session)
    @statements.sum { |statement| session.run(statement) }
  end
end
