import type { Random } from '../random.ts'
import { fill, type Generator, lines, name, oneIn, path, skewed, word, words } from './parts.ts'

// Diffs, and what git prints around them.

/** Lines of a hunk. Its numbers are wrong now and then. */
function hunk(random: Random, from: number): string {
  const some = Array.from(
    { length: 1 + skewed(random, 200) },
    () => `${random.pick([' ', '+', '-', '+', '-'])}${words(random)}`,
  )
  const count = (other: string) =>
    some.filter((line) => line[0] !== other).length + (oneIn(random, 40) ? 3 : 0)
  const end = oneIn(random, 20) ? '\\ No newline at end of file\n' : ''
  return `@@ -${from},${count('+')} +${from},${count('-')} @@ ${random.pick(['', word(random)])}\n${some.join('\n')}\n${end}`
}

function fileDiff(random: Random): string {
  const at = path(random)
  const head = random.pick([
    `diff --git a/${at} b/${at}\nindex 1111111..2222222 100644\n--- a/${at}\n+++ b/${at}\n`,
    `diff --git a/${at} b/${at}\nnew file mode 100644\n--- /dev/null\n+++ b/${at}\n`,
    `diff --git a/${at} b/${at}.new\nsimilarity index 90%\nrename from ${at}\nrename to ${at}.new\n`,
    `--- ${at}\t2026-01-02\n+++ ${at}\t2026-01-02\n`,
    `diff -ru a/${at} b/${at}\n--- a/${at}\n+++ b/${at}\n`,
  ])
  if (oneIn(random, 20)) return `diff --git a/${at} b/${at}\nBinary files a/${at} and b/${at} differ\n`
  return head + Array.from({ length: skewed(random, 9) }, (_, nth) => hunk(random, 1 + 100 * nth)).join('')
}

export const diff: Generator = (random, bytes) => fill(random, bytes, () => fileDiff(random))

const hash = (random: Random): string =>
  Array.from({ length: 40 }, () => random.pick([...'0123456789abcdef'])).join('')

const commit = (random: Random): string =>
  `commit ${hash(random)}${random.pick(['', ' (HEAD -> main)'])}\nAuthor: ${word(random)} <a@b>\nDate:   now\n\n    ${words(random)}\n${`    ${words(random, 30)}\n`.repeat(skewed(random, 30))}\n`

export const log: Generator = (random, bytes) => fill(random, bytes, () => commit(random))

export const oneLineLog: Generator = (random, bytes) =>
  lines(random, bytes, () => `${hash(random).slice(0, 7)} ${words(random)}`)

/** git log -p */
export const patches: Generator = (random, bytes) =>
  fill(
    random,
    bytes,
    () => `${commit(random)}${fill(random, skewed(random, 6000), () => fileDiff(random))}\n`,
  )

export const stat: Generator = (random, bytes) =>
  `${lines(random, bytes, () => ` ${random.pick([path(random), `${name(random)} => ${name(random)}`])} | ${random.pick([String(random.below(999)), 'Bin 0 -> 99 bytes'])} ${'+'.repeat(skewed(random, 60))}${'-'.repeat(skewed(random, 30))}`)} 80 files changed, 9 insertions(+)\n`

export const status: Generator = (random, bytes) =>
  `On branch main\n\nChanges not staged for commit:\n${lines(random, bytes / 2, () => `\t${random.pick(['modified', 'deleted', 'renamed'])}:   ${path(random)}`)}\nUntracked files:\n${lines(random, bytes / 2, () => `\t${path(random)}`)}`
