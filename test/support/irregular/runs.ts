import type { Random } from '../random.ts'
import { fill, type Generator, lines, name, number, oneIn, path, skewed, word, words } from './parts.ts'

// What runs print: tests, problems, requests, logs, and bytes as text.

const yaml = (random: Random): string =>
  `  ---\n${Array.from({ length: skewed(random, 30) }, () => `  ${word(random)}: ${words(random)}\n`).join('')}${oneIn(random, 9) ? '' : '  ...\n'}`

export const tap: Generator = (random, bytes) => {
  let depth = 0
  const body = fill(random, bytes, (at) => {
    depth = Math.max(0, Math.min(30, depth + random.pick([-1, 0, 0, 0, 1])))
    const tab = '    '.repeat(depth)
    const end = random.pick(['', '', ' # SKIP', ' # TODO later', ' # time=5ms'])
    const line = `${random.pick(['ok', 'ok', 'ok', 'not ok'])} ${at} - ${words(random)}${end}\n`
    const more = random.pick(['', '', yaml(random), `# ${words(random)}\n`, `# Subtest: ${name(random)}\n`])
    return (line + more).replaceAll(/^(?=.)/gm, tab)
  })
  return `TAP version 13\n${body}1..${number(random)}\n# fail ${skewed(random, 9)}\n`
}

/** Of one tool, with lines around them that belong to none. */
export const problems: Generator = (random, bytes) => {
  const write = random.pick<(where: string, place: string) => string>([
    (where, place) =>
      `${where}:${place}: ${random.pick(['warning', 'error'])}: ${words(random)} [-W${name(random)}]\n`,
    (where, place) => `${where}(${place.replace(':', ',')}): error TS${number(random)}: ${words(random)}\n`,
    (where, place) =>
      `${where}\n  ${place}  warning  ${words(random)}  ${name(random)}\n  1:1  error  x  ${name(random)}\n\n`,
    (where, place) => `error[E${number(random)}]: ${words(random)}\n --> ${where}:${place}\n  |\n`,
    (where, place) =>
      `In ${where} line ${place.split(':')[0]}:\n${words(random)}\n^-- SC${number(random)}: ${words(random)}\n\n`,
    (where, place) => `${where}:${place} lint/${name(random)} ━━━━━\n\n  × ${words(random)}\n\n`,
  ])
  return fill(random, bytes, (at) => {
    const above = oneIn(random, 9) ? `In file included from ${path(random)}:3,\n` : ''
    const below = oneIn(random, 2) ? `   ${words(random)}\n      ^~~~\n` : ''
    const other = oneIn(random, 20) ? `${words(random)}\n` : ''
    return above + write(path(random), `${at + 1}:${1 + skewed(random, 90)}`) + below + other
  })
}

export const requests: Generator = (random, bytes) =>
  lines(
    random,
    bytes,
    () =>
      `127.0.0.1 - - [02/Jan/2026:10:11:12 +0000] "${random.pick(['GET', 'POST'])} /${path(random)} HTTP/1.1" ${random.pick(['200', '404', '500', '-'])} ${number(random)}`,
  )

export const passed: Generator = (random, bytes) =>
  `${lines(random, bytes, (at) => `${path(random)}::test_${at} ${random.pick(['PASSED', 'SKIPPED', 'XFAIL', 'PASSED'])} [ ${at % 100}%]`)}\n90 passed\n`

export const leveled: Generator = (random, bytes) =>
  lines(
    random,
    bytes,
    (at) =>
      `2026-01-02 10:11:${String(at % 60).padStart(2, '0')} ${random.pick(['INFO', 'DEBUG', 'WARN', 'TRACE'])} ${words(random)}`,
  )

export const hexdump: Generator = (random, bytes) =>
  lines(
    random,
    bytes,
    (at) =>
      `${(16 * at).toString(16).padStart(8, '0')}  ${'6f 7a '.repeat(oneIn(random, 90) ? skewed(random, 8) : 8).trim()}  |${'oz'.repeat(8)}|`,
  )

export const base64: Generator = (random, bytes) =>
  lines(random, bytes, () => Array.from({ length: 76 }, () => random.pick([...'Ab7/+xQz'])).join(''))

/** Lines of no kind: progress that overwrites itself, colours, and words. */
export const text: Generator = (random, bytes) =>
  fill(
    random,
    bytes,
    (at) =>
      `${random.pick(['', '', `${at}%\r`, '\u001b[31m', '\u001b[2K', '\t', '\b'])}${words(random, 40)}${random.pick(['\n', '\n', '\n', '\r\n', '\u001b[0m\n'])}`,
  )
