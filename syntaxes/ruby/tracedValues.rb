# Values as short texts, for callTracer.rb. No code of the program is called.
module FaultlineTracer
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
    LONGEST = 200

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
end
