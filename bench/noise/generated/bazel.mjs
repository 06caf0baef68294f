// bazel with curses.
import { nounOf, range } from '../recipes/words.mjs'
import { green, red, UP } from './screen.mjs'

/** `bazel test` with `--curses=yes`: the last lines are erased from below and written again. */
function bazel({ fails }) {
  const erase = (count) => `\r${`${UP}\x1b[K`.repeat(count)}`
  let text = `${green('INFO:')} Invocation ID: 5b0e6f3a-2f0c-4a55-9d0e-0d6f5c1b7a11\r\n`
  let drawn = 0
  const draw = (lines) => {
    text += erase(drawn) + lines.map((line) => `${line}\r\n`).join('')
    drawn = lines.length
  }
  const keep = (lines) => {
    text += erase(drawn) + lines.map((line) => `${line}\r\n`).join('')
    drawn = 0
  }
  for (const n of range(20))
    draw([`${green('Analyzing:')} 140 targets (${n * 4} packages loaded, ${n * 311} targets configured)`])
  keep([`${green('INFO:')} Analyzed 140 targets (76 packages loaded, 5909 targets configured).`])
  for (const n of range(140)) {
    const running = range(4).map(
      (m) => `    Compiling src/${nounOf(n + m)}.cc; ${(n % 5) + m}s linux-sandbox`,
    )
    draw([`${green(`[${(n * 9).toLocaleString('en')} / 1,260]`)} ${4 + (n % 3)} actions running`, ...running])
    if (fails && n === 90) {
      keep([
        `${red('ERROR: ')}/src/app/src/BUILD:41:11: Compiling src/tariff.cc failed: (Exit 1): gcc failed: error executing command (from target //src:tariff) /usr/bin/gcc -U_FORTIFY_SOURCE -fstack-protector -Wall ... (remaining 24 arguments skipped)`,
        '',
        'Use --sandbox_debug to see verbose messages from the sandbox and retain the sandbox build root for debugging',
        "src/tariff.cc:12:10: error: 'region_of' was not declared in this scope",
        '   12 |   return region_of(parcel);',
        '      |          ^~~~~~~~~',
      ])
    }
  }
  const tests = range(30).map(
    (n) =>
      `//src:${`${nounOf(n)}_test`.padEnd(60)}${fails ? 'NO STATUS' : `${green('PASSED')} in ${(n / 10).toFixed(1)}s`}`,
  )
  const end = fails
    ? [
        `${green('INFO:')} Elapsed time: 14.212s, Critical Path: 6.04s`,
        `${red('FAILED:')} Build did NOT complete successfully`,
      ]
    : [`${green('INFO:')} Build completed successfully, 1,260 total actions`]
  keep([...end, ...tests])
  return text
}

export const sessions = [
  {
    name: 'bazel-fail',
    tool: 'bazel',
    command: 'bazel test --curses=yes --keep_going //...',
    columns: 120,
    rows: 40,
    text: bazel({ fails: true }),
    decisive: ["error: 'region_of' was not declared in this scope", 'Build did NOT complete successfully'],
  },
  {
    name: 'bazel-pass',
    tool: 'bazel',
    command: 'bazel test --curses=yes //...',
    columns: 120,
    rows: 40,
    text: bazel({ fails: false }),
    decisive: [],
  },
]
