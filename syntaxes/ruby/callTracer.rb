# Records the calls in the project: arguments, results, exceptions, and the lines with what they changed.
#
#     RUBYLIB=PROJECT/.faultline/coverage RUBYOPT=-rcallTracer ruby PROGRAM
#
# Writes lines of JSON to records/trace-0.jsonl beside this file, in the format that callTracer.py of Python describes. Where
# FAULTLINE_REPORT is set, the tests that a reporter names to FaultlineTracer.observe are recorded; else the program itself, if it
# is in the project. A block is part of the method that contains it while that runs; else it is a call of its own, as the body of an
# example is. Values are texts made without running code of the program: the methods that read them are taken from Ruby's own
# classes before the program begins. Nothing else is required here, as it could be another version than the one in the
# project's Gemfile.lock. Only code of the project is traced, so that the rest runs at full speed. Ruby 2.6 or later.
require_relative 'tracedCalls'
require_relative 'tracedValues'

module FaultlineTracer
  MOST_EVENTS = 100_000
  MOST_BYTES = 20 * 1024 * 1024
  MOST_NAMES = 20

  class Tracer
    def initialize(folder, output, script)
      @folder, @output, @script = "#{folder}/", output, script
      @own = "#{folder}/.faultline/"
      @wanted = ENV.fetch('FAULTLINE_TRACE_FUNCTION', '').gsub(/#|::/, '.')
      @functions, @ends, @paths, @lines, @assigned, @names = {}, {}, {}, {}, {}, {}
      @buffer, @events, @bytes, @count, @numbers, @tests = [], 0, 0, 0, 0, 0
      @points, @test, @is_on, @pid = [], nil, false, Process.pid
    end

    def start
      TracePoint.new(:script_compiled) { |point| compiled(point.instruction_sequence) }.enable
      @points << TracePoint.new(:raise) { |point| guarded { raised(point) } if @is_on }.tap(&:enable)
      at_exit { finish }
    end

    def observe(event, test)
      if event == 'started'
        end_test
        @test, @is_on = test, true
        @tests += 1
        @functions.each_value { |function| function.calls = 0 }
        write('test', test)
      elsif test == @test
        end_test
      end
    end

    private

    def end_test
      write('ended', @test) unless @test.nil?
      @test, @is_on = nil, false
      flush
    end

    def finish
      guarded do
        if @main && @is_on
          write_raised(@main, $!, @main.at) unless $!.nil? || $!.equal?(@main.passed)
          write('end', @main.number, @main.at, $! ? nil : 'nil', {})
        end
        end_test
      end
    end

    def guarded
      yield
    rescue StandardError, SystemStackError
      nil
    end

    # Before any of its code runs.
    def compiled(code)
      guarded do
        path = code.absolute_path
        return if is_full || path.nil? || !path.start_with?(@folder) || path.start_with?(@own) || path =~ %r{/(?:vendor/bundle|gems)/}

        note_ends(code, path)
        point = TracePoint.new(:call, :return, :b_call, :b_return, :line) { |each| guarded { event(each) } if @is_on }
        point.enable(target: code)
        @points << point
        start_script(path) if code.path == @script
      end
    end

    def note_ends(code, path)
      code.trace_points.each do |line, event|
        key = "#{path}:#{code.first_lineno}"
        @ends[key] = line if event == :return || (event == :b_return && !@ends.key?(key))
      end
      code.each_child { |child| note_ends(child, path) }
    end

    def start_script(path)
      # A process that the program starts is not the program.
      return if @main || ENV.key?('FAULTLINE_TRACED')

      ENV['FAULTLINE_TRACED'] = '1'
      @is_on = true
      name = path[@folder.length..-1]
      function = add_function(path, 1..File.foreach(path).count, name, false)
      @main = Call.new(@count += 1, function, TOPLEVEL_BINDING.receiver, nil)
      write('call', @main.number, 0, function.number, 0, {})
      stack.calls << @main
    end

    def stack
      current = Thread.current
      # Of the fiber.
      found = current[:faultline_stack]
      return found if found && found.test == @tests

      current[:faultline_stack] = Stack.new(@tests, [])
    end

    def event(point)
      return stop if is_full

      case point.event
      when :line then line(point)
      when :call then call(point, point.method_id)
      when :b_call then block(point)
      else returned(point)
      end
    end

    def block(point)
      calls = stack.calls
      top = calls.last
      line = point.lineno
      if top && Own.same(top.receiver, point.self) && is_in(top.function, point.path, line) && (line > top.function.line || top.equal?(@main) || top.function.is_method)
        calls << top
        top.is_fresh = true
      else
        call(point, nil)
      end
    end

    def is_in(function, path, line)
      line >= function.line && line <= function.last && path_of(path) == function.path
    end

    def call(point, method)
      current = stack
      above = (current.calls.last || NOWHERE).visible
      function = function_of(point, method)
      function.calls += 1
      if function.calls > MOST_CALLS && !function.is_wanted
        current.calls << Call.new(0, function, point.self, above)
        return
      end
      call = Call.new(@count += 1, function, point.self, nil)
      write('call', call.number, above.number, function.number, above.at, arguments(point, call, method))
      current.calls << call
      # A rescue calls others.
      current.error = nil unless $!
    end

    def arguments(point, call, method)
      found = {}
      binding = point.binding
      point.parameters.each do |_, name|
        next if name.nil? || !binding.local_variable_defined?(name)

        found[name] = call.shown[name] = Texts.text(binding.local_variable_get(name))
      end
      if function_has_self(call) && !Own.fields(call.receiver).empty?
        found[:self] = call.shown[:self] = Texts.text(call.receiver)
      end
      found
    end

    # Not of a function of the whole program, nor a block's: a test's object tells nothing.
    def function_has_self(call)
      call.function.is_method && !(Module === call.receiver)
    end

    def function_of(point, method)
      path, line = path_of(point.path), point.lineno
      key = [path, line, method]
      @functions[key] ||= begin
        name = method ? qualified(point, method) : block_name(path, line, point.method_id)
        add_function(path, line..(@ends["#{path}:#{line}"] || line), name, !method.nil? && point.defined_class != Object)
      end
    end

    def add_function(path, range, name, is_method)
      is_wanted = !@wanted.empty? && (name == @wanted || name.end_with?(".#{@wanted}"))
      function = Function.new(@numbers += 1, path, range, is_method: is_method, is_wanted: is_wanted)
      write('function', function.number, path[@folder.length..-1], range.first, name)
      function
    end

    def path_of(path)
      @paths[path] ||= File.realpath(path)
    rescue SystemCallError
      @paths[path] = path
    end

    def qualified(point, method)
      owner = point.defined_class
      owner = point.self if owner && owner.singleton_class? && Module === point.self
      name = owner && Own.name(owner)
      name.nil? || owner == Object ? method.to_s : "#{name.gsub('::', '.')}.#{method}"
    end

    # As the index names it: it('adds'), before, let(:cart).
    def block_name(path, line, method)
      text = line_text(path, line).strip
      named = text.match(/\A([\w.:]+)[ (]+(["'])(.*?)\2/)
      return "#{named[1]}('#{named[3]}')" if named

      head = text[/\A(.{1,60}?)\s*(?:\bdo\b|\{|->)/, 1]
      head || (method ? method.to_s : 'block')
    end

    def line(point)
      current = stack
      top = current.calls.last
      return if top.nil? || !is_in(top.function, point.path, point.lineno)

      at = point.lineno
      top = top.visible if top.number.zero?
      error = current.error
      unless error.nil?
        # In a rescue or ensure of the function that it passes.
        is_handled = $!.equal?(error)
        write_raised(top, error, top.at) if is_handled && !error.equal?(top.passed)
        current.error = nil unless is_handled
        current.handler = top if is_handled
      end
      # What was assigned is known by the line before.
      changes = top.takes_line ? changed(point, top, top.is_fresh ? nil : names_on(top.function.path, top.at, at)) : nil
      top.is_fresh = false
      top.at = at
      write('line', top.number, at, changes) if changes
    end

    def raised(point)
      current = stack
      top = current.calls.last
      return if top.nil?

      error = point.raised_exception
      current.error = error
      return unless is_in(top.function, point.path, point.lineno) && top.number > 0

      top.forget
      values = changed(point, top)
      write_raised(top, error, top.at, values)
    end

    def write_raised(call, error, line, values = nil)
      return if call.number.zero?

      call.passed = error
      write('raised', call.number, line, Texts.name(Own.class(error)), Texts.message(error), values || call.shown)
    end

    def returned(point)
      current = stack
      calls = current.calls
      top = calls.pop
      return if top.nil? || top.equal?(calls.last) || top.number.zero?

      value, error = point.return_value, current.error
      line = point.lineno
      is_ended = value.nil? && !error.nil? && (line != top.function.last || (top.function.is_one_line && !top.equal?(current.handler)))
      write_raised(top, error, top.at) if is_ended && !error.equal?(top.passed)
      # What follows is another failure.
      current.error = nil unless is_ended
      changes = top.has_lines && !is_ended ? changed(point, top, names_on(top.function.path, top.at, line)) : {}
      write('end', top.number, top.at, is_ended ? nil : Texts.text(value), changes)
    end

    # `names`: of the variables to look at; all if nil.
    def changed(point, call, names = nil)
      found = {}
      binding = point.binding
      return found if binding.nil?

      (names || binding.local_variables).first(MOST_NAMES).each do |name|
        next unless names.nil? || binding.local_variable_defined?(name)

        note(found, call, name, binding.local_variable_get(name))
      end
      receiver = call.receiver
      unless Module === receiver
        Own.fields(receiver).first(MOST_NAMES).each do |name|
          note(found, call, name, Own.field(receiver, name)) unless name.to_s.start_with?('@__')
        end
      end
      found
    end

    # A variable is nil before anything is assigned.
    def note(found, call, name, value)
      return if Module === value || Own.class(value) == NilClass && !call.known.key?(name) && !assigned(call)[name]

      call.known[name] = true
      text = Texts.text(value)
      found[name] = call.shown[name] = text unless call.shown[name] == text
    end

    # The names before the sign of an assignment on the line of a call.
    def assigned(call)
      path, at = call.function.path, call.at
      @assigned["#{path}:#{at}"] ||= begin
        left = line_text(path, at)[/\A(.*?)(?<![=!<>])=(?![=~>])/, 1] || ''
        left.scan(/[a-z_]\w*/).to_h { |name| [name.to_sym, true] }
      end
    end

    # The names in the statement that begins on a line, before the next one does: others hardly change.
    def names_on(path, from, to)
      last = to > from ? [to - 1, from + 10].min : from
      @names[[path, from, last]] ||= (from..last).flat_map { |line| line_text(path, line).scan(/(?<![@$:\w])[[:lower:]_]\w*/) }.uniq.map(&:to_sym)
    end

    def line_text(path, line)
      (@lines[path] ||= File.readlines(path, encoding: 'UTF-8').map(&:scrub))[line - 1] || ''
    end

    def is_full
      @events > MOST_EVENTS || @bytes > MOST_BYTES
    end

    # The rest runs at full speed.
    def stop
      @points.each(&:disable)
      @points = []
    end

    def write(*event)
      return if is_full

      @events += 1
      event = ['cut', "more than #{MOST_EVENTS} events or #{MOST_BYTES >> 20} MB"] if is_full
      text = "#{encoded(event)}\n"
      @bytes += text.bytesize
      @buffer << text
      # What is not written is lost if the process crashes.
      flush if @buffer.length >= 200 || event[0] == 'raised' || event[0] == 'cut'
    end

    def flush
      text, @buffer = @buffer.join, []
      # A child process has a copy of this object, and is not the run.
      @output.append(text) unless text.empty? || Process.pid != @pid
    end

    def encoded(value)
      case value
      when Array then "[#{value.map { |each| encoded(each) }.join(',')}]"
      when Hash then "{#{value.map { |key, each| "#{encoded(key)}:#{encoded(each)}" }.join(',')}}"
      when nil then 'null'
      when Integer then value.to_s
      else quoted(value.to_s)
      end
    end

    def quoted(text)
      plain = text.valid_encoding? && text.encoding == Encoding::UTF_8 ? text : Texts.utf8(text)
      "\"#{plain.gsub(/["\\\u0000-\u001f]/) { |each| each == '"' || each == '\\' ? "\\#{each}" : format('\u%04x', each.ord) }}\""
    end
  end

  def self.observe(event, test)
    @tracer.observe(event, test)
  end

  def self.start
    own = File.realpath(__dir__)
    folder = File.dirname(File.dirname(own))
    @tracer = Tracer.new(folder, Output.new("#{own}/records"), ENV.key?('FAULTLINE_REPORT') ? nil : $PROGRAM_NAME)
    @tracer.start
  end

  start
end
