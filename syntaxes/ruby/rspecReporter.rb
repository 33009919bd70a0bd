# A formatter of RSpec: a line of JSON for each example, as soon as it has ended.
require 'json'

class FaultlineReporter
  RSpec::Core::Formatters.register self, :start, :example_started, :example_passed, :example_failed, :example_pending,
                                   :message, :stop

  def initialize(_output)
    @report = File.open(ENV.fetch('FAULTLINE_REPORT'), 'a')
    @ids = {}
  end

  def start(notification)
    add(event: 'planned', total: notification.count)
  end

  def example_started(notification)
    test('started', notification.example)
  end

  def example_passed(notification)
    test('passed', notification.example)
  end

  def example_pending(notification)
    test('skipped', notification.example)
  end

  def example_failed(notification)
    error = notification.exception
    trace = [error.message, *error.backtrace].join("\n").scrub
    test('failed', notification.example, message: error.message.to_s.scrub.strip, trace: trace)
  end

  # An error outside of examples is only a message: while a file was loaded, it names the file.
  def message(notification)
    file = notification.message[/An error occurred while loading (\S+?)\.$/, 1]
    return if file.nil?

    file = file.delete_prefix('./')
    text = notification.message.scrub.strip
    error = text.lines.map(&:strip).grep(/Error\b/).first || text.lines.first
    add(event: 'notLoaded', id: file, file: file, message: error, trace: text)
  end

  def stop(_notification)
    add(event: 'finished')
  end

  private

  def test(event, example, **more)
    file = example.metadata[:file_path].delete_prefix('./')
    add(event: event, id: id_of(example, file), file: file, **more)
  end

  # As it was named when it began: an example without a name is named by its matcher once it has run.
  def id_of(example, file)
    groups = example.example_group.parent_groups.reverse.map(&:description)
    @ids[example.id] ||= "#{file}::#{[*groups, example.description].join(' > ')}"
  end

  def add(**line)
    # Records the calls of each example, where it is loaded.
    FaultlineTracer.observe(line[:event], line[:id]) if defined?(FaultlineTracer)
    @report.puts(JSON.generate(line))
    @report.flush
  end
end
