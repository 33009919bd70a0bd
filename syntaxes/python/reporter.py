"""Runs tests, and reports each to the file that FAULTLINE_REPORT names as a line of JSON, as soon as it has ended.

Usage: reporter.py pytest|unittest|django|django-itself [ARGUMENTS]
"""

import json
import os
import runpy
import sys
import traceback

root = os.getcwd()
most = 20000


class Report:
    """The lines. Child processes inherit this object, but are not the run."""

    def __init__(self):
        self.stream = open(os.environ['FAULTLINE_REPORT'], 'a', encoding='utf-8', errors='backslashreplace')
        self.pid = os.getpid()

    def add(self, event, **fields):
        if os.getpid() == self.pid:
            # Records which lines each test executes, where it runs this program.
            recorder = sys.modules.get('faultline_recorder')
            if recorder is not None:
                recorder.observe(event, fields.get('id'))
            self.stream.write(json.dumps({'event': event, **fields}) + '\n')
            self.stream.flush()


report = Report()


def path_of(file):
    """A path below the project's folder, with forward slashes."""
    return os.path.relpath(os.path.realpath(file), os.path.realpath(root)).replace(os.sep, '/')


def cut(text):
    return text if len(text) <= most else text[: most // 2] + '\n...\n' + text[-most // 2 :]


class PytestPlugin:
    """What happens to a test: setup, call and teardown are one test, and the worst of them counts."""

    def __init__(self):
        self.outcomes = {}

    def pytest_collectreport(self, report: object):
        if report.failed:
            file = report.nodeid.split('::')[0]
            text = cut(str(report.longrepr))
            self.add('notLoaded', report.nodeid or file, file, last_line(text), text)

    def pytest_collection_finish(self, session):
        report.add('planned', total=len(session.items))

    def pytest_runtest_logstart(self, nodeid, location):
        self.outcomes[nodeid] = None
        report_test('started', nodeid, location[0])

    def pytest_runtest_logreport(self, report):
        known = self.outcomes.get(report.nodeid)
        if report.failed:
            text = cut(str(report.longrepr or '') + sections(report))
            message = crash_message(report) or last_line(text)
            self.outcomes[report.nodeid] = ('failed', message, text)
        elif report.skipped and known is None:
            self.outcomes[report.nodeid] = ('skipped', None, None)
        elif known is None:
            self.outcomes[report.nodeid] = ('passed', None, None)

    def pytest_runtest_logfinish(self, nodeid, location):
        outcome = self.outcomes.pop(nodeid, None)
        if outcome is not None:
            report_test(outcome[0], nodeid, location[0], *outcome[1:])

    def add(self, event, nodeid, file, message, text):
        report_test(event, nodeid, file, message, text)

    def pytest_sessionfinish(self, session, exitstatus):
        # 2: interrupted, 3: internal error, 4: wrong usage.
        if int(exitstatus) in (0, 1, 5):
            report.add('finished')


def report_test(event, id, file, message=None, trace=None):
    report.add(event, id=id, file=str(file).replace(os.sep, '/'), message=message, trace=trace)


def sections(report):
    return ''.join('\n--- %s ---\n%s' % (name, text) for name, text in report.sections)


def crash_message(report):
    crash = getattr(report.longrepr, 'reprcrash', None)
    return cut(crash.message) if crash is not None else None


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ''


def unittest_id(test):
    """`tests/test_a.py::TestA::test_b`, and its file. Of a failed `setUpModule` the text in brackets names the module."""
    name = test.id()
    if type(test).__name__ == '_FailedTest':
        file = getattr(test, 'faultline_file', None) or name.split('.', 3)[-1].replace('.', '/') + '.py'
        return file, file
    if type(test).__name__ == '_ErrorHolder':
        step, _, owner = name.partition(' (')
        file, parts = split_name(owner.rstrip(')'))
        return '::'.join([file, *parts, step]), file
    test = getattr(test, 'test_case', test)
    file, parts = split_name(test.id())
    return '::'.join([file, *parts]), file


def split_name(name):
    """The file of a dotted name, and what follows the module in it."""
    parts = name.split('.')
    for count in range(len(parts), 0, -1):
        module = sys.modules.get('.'.join(parts[:count]))
        if module is not None and getattr(module, '__file__', None):
            return path_of(module.__file__), parts[count:]
    return name.replace('.', '/') + '.py', []


class ResultMixin:
    """Reports what a unittest result is given. Subtests are part of their test."""

    def startTest(self, test):
        super().startTest(test)
        self.outcome = ('passed', None, None)
        id, file = unittest_id(test)
        report.add('started', id=id, file=file)

    def stopTest(self, test):
        super().stopTest(test)
        if self.outcome is not None:
            self.write(test, *self.outcome)
            self.outcome = None

    def write(self, test, event, message, trace):
        id, file = unittest_id(test)
        report.add(event, id=id, file=file, message=message, trace=trace)

    def fail(self, test, error):
        kind, value, _ = error
        trace = cut(''.join(traceback.format_exception(*error)) if value is not None else str(error))
        message = cut('%s: %s' % (getattr(kind, '__name__', kind), value))
        if type(test).__name__ == '_FailedTest':
            self.outcome = ('notLoaded', last_line(str(value)) or message, str(value))
        elif type(test).__name__ == '_ErrorHolder':
            self.write(test, 'failed', message, trace)
        else:
            self.outcome = ('failed', message, trace)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.fail(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.fail(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.fail(test, err)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.outcome = ('failed', 'Unexpected success', None)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if type(test).__name__ == '_ErrorHolder':
            self.write(test, 'skipped', None, None)
        elif self.outcome is None or self.outcome[0] == 'passed':
            self.outcome = ('skipped', None, None)


def run_pytest(arguments):
    try:
        import pytest
    except ImportError as error:
        sys.exit('faultline: %s is not installed' % (error.name or 'pytest'))
    return pytest.main(['--continue-on-collection-errors', *arguments], plugins=[PytestPlugin()])


def run_unittest(arguments):
    """Arguments are files or ids; without any, every file named like a test."""
    import unittest

    sys.path.insert(0, root)
    files = list(dict.fromkeys(each.split('::')[0] for each in arguments)) or test_files()
    wanted = {each for each in arguments if '::' in each}
    suite = unittest.TestSuite()
    for file in files:
        folder, name = os.path.split(file)
        loaded = unittest.TestLoader().discover(folder or '.', pattern=name, top_level_dir=top_level(folder))
        for test in flat(loaded):
            test.faultline_file = file
            if not wanted or is_wanted(test, wanted):
                suite.addTest(test)

    class Result(ResultMixin, unittest.TextTestResult):
        pass

    report.add('planned', total=suite.countTestCases())
    result = unittest.TextTestRunner(resultclass=Result, verbosity=2).run(suite)
    report.add('finished')
    return 0 if result.wasSuccessful() else 1


def is_wanted(test, wanted):
    return unittest_id(test)[0] in wanted or type(test).__name__ == '_FailedTest'


def test_files():
    found = []
    for folder, folders, files in os.walk('.'):
        folders[:] = sorted(each for each in folders if not is_foreign(os.path.join(folder, each)))
        found += [path_of(os.path.join(folder, each)) for each in sorted(files)
                  if each.startswith('test') and each.endswith('.py')]
    return found


def is_foreign(folder):
    name = os.path.basename(folder)
    return name.startswith('.') or name in ('node_modules', 'site-packages', '__pycache__') or os.path.exists(
        os.path.join(folder, 'pyvenv.cfg'))


def top_level(folder):
    """The folder from which modules in this one are imported: the first that is no package."""
    while folder and os.path.exists(os.path.join(folder, '__init__.py')):
        folder = os.path.dirname(folder)
    return folder or '.'


def flat(suite):
    for each in suite:
        if hasattr(each, '__iter__'):
            yield from flat(each)
        else:
            yield each


def run_django(arguments, script):
    try:
        from django.test import runner
    except ImportError as error:
        sys.exit('faultline: %s is not installed' % (error.name or 'django'))
    plain = runner.DiscoverRunner.get_resultclass
    plain_run = runner.DiscoverRunner.run_suite

    def get_resultclass(self):
        import unittest

        base = plain(self) or unittest.TextTestResult
        return type('Result', (ResultMixin, base), {})

    def run_suite(self, suite, **options):
        report.add('planned', total=suite.countTestCases())
        result = plain_run(self, suite, **options)
        report.add('finished')
        return result

    runner.DiscoverRunner.get_resultclass = get_resultclass
    runner.DiscoverRunner.run_suite = run_suite
    labels = [label_of(each) for each in arguments if not each.startswith('--')]
    options = [each for each in arguments if each.startswith('--')]
    command = [] if script != 'manage.py' else ['test']
    folder = os.path.dirname(script)
    if folder:
        os.chdir(folder)
    sys.path.insert(0, os.getcwd())
    sys.argv = [os.path.basename(script), *command, *options, *labels]
    runpy.run_path(os.path.basename(script), run_name='__main__')


def label_of(argument):
    """`shop/tests.py::CartTest::test_add` as Django's runner takes it: `shop.tests.CartTest.test_add`."""
    file, *parts = argument.split('::')
    name = file[:-3] if file.endswith('.py') else file
    if name.startswith('tests/') and os.path.exists('tests/runtests.py'):
        name = name[len('tests/'):]
    return '.'.join([*name.split('/'), *parts])


def main():
    kind, *arguments = sys.argv[1:]
    # As `python -m` does: the project's folder in place of the one of this file.
    sys.path[0] = root
    if kind == 'pytest':
        return run_pytest(arguments)
    if kind == 'unittest':
        return run_unittest(arguments)
    return run_django(arguments, 'tests/runtests.py' if kind == 'django-itself' else 'manage.py')


if __name__ == '__main__':
    sys.exit(main())
