// Steps that succeed, like most steps of a build. Their output has names and counts that look like failures.

/** Names that contain a failure word, although nothing has failed. */
const DECOYS = [
  'error_handler',
  'fail_over',
  'exception_map',
  'ErrorBoundary',
  'panic_button',
  'retry_after_failure',
  'fatal_level',
  'assert_equal',
]
const PLAIN = ['ledger', 'router', 'session', 'cache', 'tariff', 'invoice', 'mailer', 'clock', 'shelf']

/** The nth name. Every fourth one is a decoy. */
export const nameOf = (n) => (n % 4 === 3 ? DECOYS[(n >> 2) % DECOYS.length] : PLAIN[n % PLAIN.length])

export const range = (count) => Array.from({ length: count }, (_, index) => index)

/** Packs `count` files into an archive, which prints a line for each. */
export function pack(project, folder, count) {
  for (const n of range(count)) project.write(`${folder}/part-${n}/${nameOf(n)}.txt`, `${n}\n`)
  project.run('tar', ['-cvf', `${folder}.tar`, folder])
}

const SERVICE = `
const lines = Number(process.argv[2])
const messages = [
  'request handled in 12 ms',
  'session opened for user 4711',
  'cache refreshed, failed=0',
  'request handled in 31 ms, 18 rows',
  'queue length 4',
  'loaded error_handler.cjs, fail_over.cjs',
  'session closed after 840 ms',
  'retry 1 of 3 scheduled for mailer',
  'report written, 0 errors',
  'WARN slow query, 480 ms',
  'index merged, 3 segments left',
  'expected timeout in probe, ignored',
]
for (let n = 0; n < lines; n++) {
  const stamp = new Date(Date.UTC(2026, 2, 14, 9, 0, 0, n * 37)).toISOString()
  console.log(stamp + ' ' + messages[(n * 7 + (n >> 3)) % messages.length] + ' id=' + (n * 2654435761 % 65536).toString(16))
}
`

/** Runs a service that starts, works and stops, and prints `count` lines with time stamps. */
export function serve(project, count) {
  project.write('service.cjs', SERVICE)
  project.run('node', ['service.cjs', String(count)])
}

/** Runs `files` test files of twelve passing tests each with Node's own runner. */
export function passTests(project, folder, files, reporter = 'spec') {
  const paths = range(files).map((n) => {
    const path = `${folder}/${nameOf(n)}-${n}.test.cjs`
    project.write(path, nodeTests(nameOf(n), 12))
    return path
  })
  project.run('node', ['--test', `--test-reporter=${reporter}`, ...paths])
}

/** Source of tests for Node's runner. `broken` maps the number of a test to its title and body. */
export function nodeTests(subject, count, broken = {}) {
  const tests = range(count).map((n) => {
    const body = broken[n]?.body ?? `assert.equal(${n} + 1, ${n + 1})`
    return `test(${JSON.stringify(broken[n]?.title ?? titleOf(subject, n))}, () => { ${body} })`
  })
  return `const { test } = require('node:test')\nconst assert = require('node:assert')\n${tests.join('\n')}\n`
}

const TITLES = [
  'throws an error for an unknown key',
  'returns the same value twice',
  'fails fast when the list is empty',
  'reports no errors after a reset',
  'keeps the order of entries',
  'survives an exception of a listener',
  'counts failures from zero',
  'rounds half up',
]

/** The title of a test. Half of the titles mention failures. */
export const titleOf = (subject, n) => `${subject} ${n}: ${TITLES[n % TITLES.length]}`
