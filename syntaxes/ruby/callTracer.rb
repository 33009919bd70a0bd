# Records the calls in the project: arguments, results, exceptions, and the lines with what they changed.
#
#     RUBYLIB=PROJECT/.faultline/coverage RUBYOPT=-rcallTracer ruby PROGRAM
#
# Writes lines of JSON to records/trace-0.jsonl beside this file, in the format that tracer.py of Python describes. Where
# FAULTLINE_REPORT is set, the tests that a reporter names to FaultlineTracer.observe are recorded; else the program itself, if it
# is in the project. A block is part of the method that contains it while that runs; else it is a call of its own, as the body of an
# example is. Values are texts made without running code of the program: the methods that read them are taken from Ruby's own
# classes before the program begins. Nothing else is required here, as it could be another version than the one in the
# project's Gemfile.lock. Only code of the project is traced, so that the rest runs at full speed. Ruby 2.6 or later.
module FaultlineTracer
  MOST_EVENTS = 100_000
  MOST_BYTES = 20 * 1024 * 1024
  # Calls of one function, in one test: with their lines, and at all.
  WITH_LINES = 20
  MOST_CALLS = 1000
  LONGEST = 200
  MOST_NAMES = 20

  # Methods of Ruby itself, whatever the program makes of them.
  module Own
    METHODS = {
      class: Kernel.instance_method(:class), same: BasicObject.instance_method(:equal?),
      fields: Kernel.instance_method(:instance_variables), field: Kernel.instance_method(:instance_variable_get),
      name: Module.instance_method(:name), string: String.instance_method(:inspect),
      cut: String.instance_method(:[]), length: String.instance_method(:length),
      symbol: Symbol.instance_method(:inspect), integer: Integer.instance_method(:to_s),
      bits: Integer.instance_method(:bit_length), float: Float.instance_method(:to_s),
      first: Array.instance_method(:first), size: Array.instance_method(:length),
      pairs: Hash.instance_method(:each_pair), count: Hash.instance_method(:length),
      from: Range.instance_method(:begin), to: Range.instance_method(:end), open: Range.instance_method(:exclude_end?),
      members: Struct.instance_method(:members), parts: Struct.instance_method(:to_a),
      message: Exception.instance_method(:to_s), missing: NameError.instance_method(:name),
      receiver: NameError.instance_method(:receiver), path: File.instance_method(:path),
      closed: IO.instance_method(:closed?), time: Time.instance_method(:to_s)
    }.freeze

    bound = UnboundMethod.method_defined?(:bind_call) ? 'bind_call(object' : 'bind(object).call('
    given = { same: 'other', field: 'name', first: 'count', cut: 'from, length', pairs: '&block' }
    METHODS.each do |name, method|
      const_set(name.upcase, method)
      more = given[name]
      call = bound.end_with?('(') ? "#{bound}#{more}" : "#{bound}#{more && ", #{more}"}"
      module_eval("def self.#{name}(object#{more && ", #{more}"}) #{name.upcase}.#{call}) end", __FILE__, __LINE__)
    end
  end

  # Values as short texts with type and size.
  module Texts
    module_function

    def text(value, depth = 2)
      shown = whole(value, depth)
      shown.length <= LONGEST ? shown : "#{shown[0, LONGEST - 1]}…"
    rescue StandardError
      'a value that cannot be shown'
    end

    def whole(value, depth)
      kind = Own.class(value)
      if kind == NilClass then 'nil'
      elsif kind == TrueClass then 'true'
      elsif kind == FalseClass then 'false'
      elsif kind == Integer then integer(value)
      elsif kind == Float then Own.float(value)
      elsif kind == String then string(value)
      elsif kind == Symbol then Own.symbol(value)
      elsif kind == Array then list(Own.first(value, 8), Own.size(value), depth, '[', ']')
      elsif kind == Hash then "{#{pairs(value, depth)}}"
      elsif kind == Range then "#{text(Own.from(value), 0)}#{Own.open(value) ? '...' : '..'}#{text(Own.to(value), 0)}"
      elsif kind == Time then Own.time(value)
      else object(value, kind, depth)
      end
    end

    def integer(value)
      Own.bits(value) > 1000 ? "an Integer of #{Own.bits(value)} bits" : Own.integer(value)
    end

    def string(value)
      length = Own.length(value)
      return utf8(Own.string(value)) if length <= LONGEST

      "#{utf8(Own.string(Own.cut(value, 0, 80)))}… (#{length} characters)"
    end

    def utf8(text)
      text.encoding == Encoding::UTF_8 && text.valid_encoding? ? text : text.encode('UTF-8', invalid: :replace, undef: :replace).scrub
    end

    def list(shown, size, depth, first, last)
      return "#{first}#{'…' if size > 0}#{last}" if depth <= 0

      texts = shown.map { |each| text(each, depth - 1) }
      texts << "… (#{size})" if size > shown.length
      "#{first}#{texts.join(', ')}#{last}"
    end

    def pairs(value, depth)
      size = Own.count(value)
      return size > 0 ? '…' : '' if depth <= 0

      texts = []
      Own.pairs(value) do |key, each|
        break if texts.length == 8

        left = Own.class(key) == Symbol ? "#{Own.symbol(key)[1..-1]}: " : "#{text(key, 0)} => "
        texts << left + text(each, depth - 1)
      end
      texts << "… (#{size})" if size > texts.length
      texts.join(', ')
    end

    def object(value, kind, depth)
      return Own.name(value) || 'a class' if Module === value
      return "#{name(kind)}(#{message(value).inspect})" if Exception === value
      return "#{name(kind)}(#{Own.path(value).inspect}, #{Own.closed(value) ? 'closed' : 'open'})" if File === value
      return "#{name(kind)}(#{Own.closed(value) ? 'closed' : 'open'})" if IO === value

      if Struct === value
        return fields(kind, Own.members(value).zip(Own.parts(value)), depth)
      end

      content = Array === value ? list(Own.first(value, 8), Own.size(value), depth - 1, '[', ']') : nil
      content = "{#{pairs(value, depth - 1)}}" if Hash === value
      content = string(value) if String === value
      return "#{name(kind)}(#{content})" if content

      names = Own.fields(value)
      hash = names == [:@hash] ? Own.field(value, :@hash) : nil
      # Before Ruby 3.5, a Set is an object with a hash.
      return list_of_set(hash, depth) if hash.instance_of?(Hash) && name(kind) == 'Set'

      fields(kind, names.first(9).map { |each| [each, Own.field(value, each)] }, depth, names.length)
    end

    def list_of_set(hash, depth)
      keys = []
      Own.pairs(hash) { |key, _| keys.length < 8 ? keys << key : break }
      "Set#{list(keys, Own.count(hash), depth, '{', '}')}"
    end

    def fields(kind, given, depth, size = given.length)
      return "#{name(kind)}(#{'…' if size > 0})" if depth <= 0 || size.zero?

      texts = given.first(8).map { |key, each| "#{key}=#{text(each, depth - 1)}" }
      texts << "… (#{size})" if size > 8
      "#{name(kind)}(#{texts.join(', ')})"
    end

    def name(kind)
      Own.name(kind) || 'an object'
    end

    # Of a NameError it would be made with code of the receiver.
    def message(error)
      if NameError === error && (missing = Own.missing(error))
        what = NoMethodError === error ? 'undefined method' : 'undefined local variable, constant or method'
        return "#{what} '#{missing}'#{receiver(error)}"
      end
      utf8(Own.message(error))[0, LONGEST]
    rescue StandardError
      ''
    end

    def receiver(error)
      value = Own.receiver(error)
      return " for #{text(value)}" if value.nil? || value == true || value == false
      return " for #{name(value)}" if Module === value

      " for an instance of #{name(Own.class(value))}"
    rescue StandardError
      ''
    end
  end

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

    # `visible`: itself, or of a call that is not recorded the one above.
    def initialize(number, function, receiver, visible)
      @number, @function, @receiver, @shown, @known = number, function, receiver, {}, {}
      @has_lines = visible.nil? && (function.calls <= WITH_LINES || function.is_wanted)
      @visible = visible || self
      # Its variables, or those of a block of it, are all new.
      @is_fresh = true
      @at = function.line
    end

    def forget
      @shown = {}
    end
  end

  # The calls of a fiber, the exception that may be ending them, and the call in whose rescue or ensure it was seen.
  Stack = Struct.new(:test, :calls, :error, :handler)
  NOWHERE = Call.new(0, Function.new(0, '', 0..0), nil, nil).tap { |call| call.at = 0 }

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
      changes = top.has_lines ? changed(point, top, top.is_fresh ? nil : names_on(top.function.path, top.at, at)) : nil
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

      binding.local_variables.first(MOST_NAMES).each do |name|
        next unless names.nil? || names.key?(name)

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
      @names[[path, from, last]] ||= (from..last).flat_map { |line| line_text(path, line).scan(/[[:alpha:]_]\w*/) }.to_h { |name| [name.to_sym, true] }
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
