require_relative 'batch'

# Runs batches, each in a session of its own.
class Database
  attr_reader :pool, :failures

  def initialize(size)
    @pool = Pool.new(size)
    @failures = []
  end

  def with_session
    session = Session.new(@pool)
    begin
      yield session
    ensure
      session.close
    end
  end

  def perform(batch)
    with_session do |session|
      batch.run_in(session)
    rescue ArgumentError => e
      session.rollback
      @failures << e.message
      0
    end
  end
end
