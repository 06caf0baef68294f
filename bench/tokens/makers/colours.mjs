// Output of programs for a terminal: colours, bars, boxes, emoji.
import { lined, made } from './kind.mjs'
import { identifier, isoTime, number, path, phrase, pick, some, word } from './lexicon.mjs'

const group = 'dense'

export function colours() {
  const fitted = { 'coloured log': coloured, emoji, 'progress bars': progress, 'box drawing': box }
  const unseen = {
    'coloured test run': colouredTests,
    'coloured diff': colouredDiff,
    'coloured listing': colouredListing,
    '24-bit colours': trueColour,
    'spinner frames': spinner,
  }
  return [
    ...Object.entries(fitted).map(([kind, lineOf]) => lined({ kind, group, fitted: true }, lineOf)),
    ...Object.entries(unseen).map(([kind, lineOf]) => lined({ kind, group }, lineOf)),
    made({ kind: 'emoji without spaces', group }, (random, chars) =>
      some(random, chars / 4, chars / 4, () => pick(random, OTHER_EMOJI)).join(''),
    ),
  ]
}

const EMOJI = [
  '😀',
  '🚀',
  '👍🏽',
  '👩‍👩‍👧‍👦',
  '🇨🇦',
  '🧪',
  '✅',
  '🔥',
  '⚠️',
  '❌',
  '📦',
  '🎉',
  '🐛',
  '✨',
  '🔧',
  '💥',
  '🔒',
  '📝',
  '🏗️',
  '⏱️',
]
const OTHER_EMOJI = [
  '😂',
  '❤️',
  '🤔',
  '👏',
  '🙏🏿',
  '💯',
  '🥳',
  '😭',
  '🌍',
  '🍕',
  '⚡',
  '🎯',
  '🐳',
  '🐙',
  '🧵',
  '🇯🇵',
  '👨‍💻',
  '🟢',
  '🔴',
  '➡️',
]

const colour = (code, text) => `\x1b[${code}m${text}\x1b[0m`

const emoji = (random) => `${some(random, 1, 8, () => pick(random, EMOJI)).join('')} ${phrase(random, 2)}`

const coloured = (random, line) =>
  `${colour(2, isoTime(random, line).slice(11, 19))} ${colour(pick(random, [32, 33, 31, 36]), pick(random, ['INFO', 'WARN', 'ERROR', 'DEBUG']))} ${colour(1, word(random))} ${phrase(random, 5)} ${colour('38;5;244', `+${number(random, 900)}ms`)}`

const colouredTests = (random) =>
  pick(random, [
    () =>
      ` \x1b[32m✓\x1b[39m ${path(random)} \x1b[2m(\x1b[22m\x1b[2m${number(random, 90)} tests\x1b[22m\x1b[2m)\x1b[22m\x1b[33m ${number(random, 900)}\x1b[2mms\x1b[22m\x1b[39m`,
    () => `\x1b[41m\x1b[30m FAIL \x1b[39m\x1b[49m ${path(random)}\x1b[2m > \x1b[22m${phrase(random, 4)}`,
    () => `\x1b[0m\x1b[7m\x1b[1m\x1b[32m PASS \x1b[39m\x1b[22m\x1b[27m\x1b[0m \x1b[2m${path(random)}\x1b[22m`,
  ])()

const colouredDiff = (random) =>
  pick(random, [
    () => `\x1b[31m-${phrase(random, 6)}\x1b[m`,
    () => `\x1b[32m+\x1b[m\x1b[32m${phrase(random, 6)}\x1b[m`,
    () => ` ${phrase(random, 6)}`,
    () => `\x1b[36m@@ -${number(random, 900)},7 +${number(random, 900)},7 @@\x1b[m ${identifier(random)}`,
  ])()

const colouredListing = (random) =>
  some(random, 3, 6, () =>
    pick(random, [
      () => colour('01;34', word(random)),
      () => colour('01;32', `${word(random)}.sh`),
      () => path(random).split('/').at(-1),
    ])(),
  ).join('  ')

function trueColour(random) {
  const cell = () =>
    `\x1b[38;2;${number(random, 256)};${number(random, 256)};${number(random, 256)}m${pick(random, ['█', '▀', word(random)])}`
  return `${some(random, 4, 12, cell).join('')}\x1b[0m`
}

const spinner = (random) => `\r${pick(random, [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'])} ${phrase(random, 3)}\x1b[K`

function progress(random) {
  const done = number(random, 41)
  const percent = Math.floor(done * 2.5)
  return pick(random, [
    () =>
      `${word(random)} ${'█'.repeat(done)}${'░'.repeat(40 - done)} ${percent}% | ETA: ${number(random, 99)}s | ${number(random, 900)}/900`,
    () =>
      `Downloading [${'='.repeat(done)}>${' '.repeat(40 - done)}] ${(random() * 90).toFixed(2)}MB/${number(random, 90)}MB`,
    () =>
      `\r${String(percent).padStart(3)}%|${'█'.repeat(done)}${' '.repeat(40 - done)}| ${number(random, 900)}/1000 [00:${10 + number(random, 49)}<00:${10 + number(random, 49)}, ${(random() * 90).toFixed(2)}it/s]`,
    () => `  ${'#'.repeat(done)}${'.'.repeat(40 - done)} ${word(random)}`,
  ])()
}

const box = (random) =>
  pick(random, [
    () => `┌${'─'.repeat(8 + number(random, 20))}┬${'─'.repeat(12)}┐`,
    () => `├${'─'.repeat(8 + number(random, 20))}┼${'─'.repeat(12)}┤`,
    () => `│ ${word(random).padEnd(18)} │ ${String(number(random, 90_000)).padStart(10)} │`,
    () => `│ ${phrase(random, 3).padEnd(30)} │ ${phrase(random, 2).padEnd(20)} │`,
    () => `╔${'═'.repeat(30)}╗\n║ ${phrase(random, 3).padEnd(28)} ║\n╚${'═'.repeat(30)}╝`,
  ])()
