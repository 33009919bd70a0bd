require_relative 'report'

# Differences of two reports in one column.
class Comparison
  def initialize(before, after)
    @before = before
    @after = after
  end

  def added
    @after.rows.map(&:first) - @before.rows.map(&:first)
  end

  def growth(title)
    @after.total(title) - @before.total(title)
  end
end
