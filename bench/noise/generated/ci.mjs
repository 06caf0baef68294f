// Logs of agents: Buildkite and GitLab.
import { createRandom } from '../../random.mjs'
import { nounOf, range } from '../recipes/words.mjs'
import { green, red } from './screen.mjs'

/** A log of a Buildkite agent: a time as an APC sequence before each line, which its agent ends with BEL. */
function buildkite() {
  const random = createRandom(7)
  let time = 1_772_000_000_000
  const stamped = (line) => {
    time += Math.floor(random() * 400)
    return `\x1b_bk;t=${time}\x07${line}\r\n`
  }
  const tests = range(400).map(
    (n) => `  \x1b[32m✓\x1b[39m ${nounOf(n)} is right \x1b[90m(${n % 30} ms)\x1b[39m`,
  )
  const lines = [
    '~~~ Preparing working directory',
    ...range(30).map((n) => `\x1b[90m$\x1b[0m git fetch -v --prune -- origin ${nounOf(n)}`),
    '--- :npm: Installing',
    ...range(60).map(
      (n) =>
        `npm \x1b[32mhttp\x1b[39m fetch GET 200 https://registry.npmjs.org/${nounOf(n)} ${n * 7}ms (cache miss)`,
    ),
    '--- :mocha: Testing',
    ...tests,
    '  \x1b[31m1) refund of a parcel\x1b[0m',
    '  \x1b[31mAssertionError: expected 41 to equal 42\x1b[0m',
    '      at Context.<anonymous> (test/refund.test.js:12:7)',
    '\x1b[31m🚨 Error: The command exited with status 1\x1b[0m',
    '^^^ +++',
    '\x1b[90muser command error: exit status 1\x1b[0m',
  ]
  return lines.map(stamped).join('')
}

/** A job log of GitLab: sections are marked with a CR and an erased line. */
function gitlab() {
  const section = (name, at, lines) => [
    `section_start:${at}:${name}\r\x1b[0K\x1b[0K\x1b[36;1m${name}\x1b[0;m`,
    ...lines,
    `section_end:${at + 9}:${name}\r\x1b[0K`,
  ]
  const lines = [
    '\x1b[0KRunning with gitlab-runner 17.1.0 (6c1a2b3c)\x1b[0;m',
    ...section('prepare_executor', 1_772_000_000, [
      '\x1b[0KUsing Docker executor with image ruby:3.3 ...\x1b[0;m',
    ]),
    ...section(
      'get_sources',
      1_772_000_020,
      range(20).map((n) => `\x1b[32;1mFetching changes of ${nounOf(n)}...\x1b[0;m`),
    ),
    ...section('step_script', 1_772_000_040, [
      '\x1b[32;1m$ bundle exec rspec\x1b[0;m',
      ...range(300).map((n) => `  ${green(`${nounOf(n)} is right`)}`),
      '  1) Refund pays the whole price',
      `     ${red('Failure/Error: ')}expect(refund.total).to eq 42`,
      '       expected: 42',
      '            got: 41',
    ]),
    '\x1b[31;1mERROR: Job failed: exit code 1\x1b[0;m',
  ]
  return `${lines.join('\n')}\n`
}

export const sessions = [
  {
    name: 'buildkite-fail',
    tool: 'buildkite',
    command: 'npm test',
    columns: 0,
    rows: 0,
    text: buildkite(),
    decisive: ['AssertionError: expected 41 to equal 42'],
  },
  {
    name: 'gitlab-fail',
    tool: 'gitlab',
    command: 'bundle exec rspec',
    columns: 0,
    rows: 0,
    text: gitlab(),
    decisive: ['expected: 42', 'got: 41'],
  },
]
