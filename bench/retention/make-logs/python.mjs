// Python's standard library: unittest, doctest, compileall, json.tool, tracebacks.
import { nameOf, pack, passTests, range, serve, titleOf } from './passing.mjs'

const unittestFile = (subject, broken) =>
  `import unittest

class ${subject}(unittest.TestCase):
${range(14)
  .map(
    (n) =>
      `    def test_${nameOf(n)}_${n}(self):\n        """${titleOf(subject, n)}"""\n        self.assertEqual(${n}, ${n})\n`,
  )
  .join('\n')}
${broken}
`

/** A package of tests. Each suite is a separate run, as in a script that continues after a failure. */
function unittests(project, broken) {
  for (const n of range(8)) {
    project.write(`tests/test_part_${n}.py`, unittestFile(`Part${n}`, n === 4 ? broken : ''))
    project.run('python3', ['-m', 'unittest', '-v', `tests.test_part_${n}`], { fails: n === 4 })
  }
}

const doctestModule = (name, count, broken = '') =>
  range(count)
    .map(
      (n) =>
        `def ${name}_${n}(x):\n    """Adds, with no error.\n\n    >>> ${name}_${n}(1)\n    ${n + 1}\n    """\n    return x + ${n}\n`,
    )
    .join('\n') + broken

export const logs = [
  {
    name: 'python-unittest',
    tool: 'unittest',
    make(project) {
      unittests(project, "    def test_total(self):\n        self.assertEqual({'net': 100}, {'net': 119})\n")
      pack(project, 'coverage', 600)
      return { required: ["{'net': 100} != {'net': 119}"], decisive: ['FAIL: test_total'] }
    },
  },
  {
    name: 'python-unittest-error',
    tool: 'unittest',
    make(project) {
      passTests(project, 'smoke', 6)
      serve(project, 750)
      unittests(project, "    def test_lookup(self):\n        {'north': 1}['south']\n")
      return { required: ["KeyError: 'south'"], decisive: ['ERROR: test_lookup'] }
    },
  },
  {
    name: 'python-chained',
    tool: 'python',
    make(project) {
      const script = `import sys
def rate(table, key):
    try:
        return table[key]
    except KeyError as error:
        raise LookupError('no rate for zone 7') from error
for n in range(600):
    print(f'zone {n % 6}: errors=0 failed=0 rate={n * 7 % 31}', flush=True)
rate({1: 2}, 7)
`
      project.write('rates.py', script)
      serve(project, 900)
      project.run('python3', ['rates.py'], { fails: true })
      serve(project, 1500)
      return { required: ['KeyError: 7', 'LookupError: no rate for zone 7'] }
    },
  },
  {
    name: 'python-doctest',
    tool: 'doctest',
    make(project) {
      const broken = '\ndef half(x):\n    """\n    >>> half(9)\n    4.5\n    """\n    return x // 2\n'
      project.write('a_first.py', doctestModule('error_free', 130))
      project.write('b_second.py', doctestModule('fail_safe', 10, broken))
      project.write('c_third.py', doctestModule('panic_button', 130))
      for (const name of ['a_first', 'b_second', 'c_third'])
        project.run('python3', ['-m', 'doctest', '-v', `${name}.py`], { fails: name === 'b_second' })
      return { required: ['half(9)', '4.5'], decisive: ['Failed example'] }
    },
  },
  {
    name: 'python-compileall',
    tool: 'python',
    make(project) {
      serve(project, 450)
      for (const n of range(500)) project.write(`lib/${nameOf(n)}_${n}.py`, `value = ${n}\n`)
      project.write('lib/error_handler_x.py', 'def total(prices:\n    return sum(prices)\n')
      project.run('python3', ['-m', 'compileall', 'lib'], { fails: true })
      pack(project, 'logs', 800)
      return { required: ['def total(prices:', 'SyntaxError: '] }
    },
  },
  {
    name: 'python-json',
    tool: 'json.tool',
    make(project) {
      for (const n of range(90)) {
        const entry = { name: nameOf(n), errors: 0, rates: range(20) }
        const text = JSON.stringify(entry)
        project.write(`data/${n}.json`, n === 47 ? text.replace('"errors":0,', '"errors":0') : text)
        project.run('python3', ['-m', 'json.tool', `data/${n}.json`], { fails: n === 47 })
      }
      return { required: ["Expecting ',' delimiter: line 1 column"] }
    },
  },
]
