require_relative 'layout'
require_relative 'row'

# A text report: a line of titles, then a line for each row.
class Report
  attr_reader :layout, :rows

  def initialize(text)
    title_line, *lines = text.lines.map(&:chomp)
    @layout = Layout.new(title_line)
    @rows = lines.reject(&:empty?).map { |line| Row.new(layout.cells(line)) }
  end

  def column(title)
    number = layout.column_of(title)
    rows.map { |row| row.cell(number) }
  end

  def total(title)
    number = layout.column_of(title)
    rows.sum { |row| row.amount(number) }
  end
end
