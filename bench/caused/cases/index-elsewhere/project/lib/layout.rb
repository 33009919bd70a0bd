# Where the columns of a report begin, from its line of titles.
class Layout
  attr_reader :starts, :titles

  def initialize(title_line)
    @titles = title_line.split
    @starts = @titles.map { |title| title_line.index(title) }
  end

  def column_of(title)
    position = titles.index(title)
    raise KeyError, "no column #{title}" if position.nil?

    position + 1
  end

  def cells(line)
    starts.each_with_index.map do |start, number|
      stop = starts[number + 1] || line.length
      (line[start...stop] || '').strip
    end
  end
end
