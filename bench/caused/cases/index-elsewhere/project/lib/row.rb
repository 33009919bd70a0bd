# One row of a report.
class Row
  def initialize(cells)
    @cells = cells
  end

  def width
    @cells.length
  end

  def first
    @cells.first
  end

  def cell(number)
    @cells[number]
  end

  def amount(number)
    text = @cells[number]
    text.delete(',').to_i
  end
end
