# What callTracer.rb knows of calls, and where it writes.
module FaultlineTracer
  # Calls of one function, in one test: with their lines, and at all.
  WITH_LINES = 20
  MOST_CALLS = 1000
  # Lines of one call, so that a loop does not take all.
  MOST_LINES = 2000

  # A method, or a block that is none's part. `last`: the line on which it returns, if it ends by itself.
  class Function
    attr_reader :number, :path, :line, :last, :is_method, :is_wanted
    attr_accessor :calls

    def initialize(number, path, range, is_method: false, is_wanted: false)
      @number, @path, @is_method, @is_wanted = number, path, is_method, is_wanted
      @line, @last = range.first, range.last
      @calls = 0
    end

    def is_one_line
      @line == @last
    end
  end

  class Call
    attr_reader :number, :function, :receiver, :shown, :known, :visible, :has_lines
    # The line, and the exception that was last written.
    attr_accessor :at, :passed, :is_fresh

    # Whether one more line is recorded.
    def takes_line
      @has_lines && (@lines += 1) <= MOST_LINES
    end

    # `visible`: itself, or of a call that is not recorded the one above.
    def initialize(number, function, receiver, visible)
      @number, @function, @receiver, @shown, @known = number, function, receiver, {}, {}
      @has_lines = visible.nil? && (function.calls <= WITH_LINES || function.is_wanted)
      @visible = visible || self
      # Its variables, or those of a block of it, are all new.
      @is_fresh = true
      @lines = 0
      @at = function.line
    end

    def forget
      @shown = {}
    end
  end

  # The calls of a fiber, the exception that may be ending them, and the call in whose rescue or ensure it was seen.
  Stack = Struct.new(:test, :calls, :error, :handler)
  NOWHERE = Call.new(0, Function.new(0, '', 0..0), nil, nil).tap { |call| call.at = 0 }

  # Files up to a size that can be read at once.
  class Output
    FILE_BYTES = 8 * 1024 * 1024

    def initialize(folder)
      @folder, @file, @bytes = folder, 0, 0
    end

    def append(text)
      @file, @bytes = @file + 1, 0 if @bytes > 0 && @bytes + text.bytesize > FILE_BYTES
      @bytes += text.bytesize
      File.open("#{@folder}/trace-#{@file}.jsonl", 'a', 0o600) { |file| file.write(text) }
    rescue SystemCallError
      nil
    end
  end
end
