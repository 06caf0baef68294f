import { describe, expect, it } from 'vitest'
import { truncate } from '../../src/index.ts'
import { checkContract } from '../support/contract.ts'

// Logs that mislead a cut: one statement very often, very many statements, deep headings, frames without files, NULs.

const calm = (lines: number): string =>
  Array.from({ length: lines }, (_, i) => `step ${i} done in ${(7 * i) % 13} ms\n`).join('')
const letters = (n: number): string =>
  String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + (n % 17))

const message = 'src/ring.c:3:5: error: no ring\n'

const cases: readonly (readonly [name: string, log: string, shown: string, statements: number])[] = [
  ['one statement ten thousand times', calm(50) + message.repeat(10_000) + calm(50), 'error: no ring', 1],
  [
    'ten thousand statements',
    calm(50) +
      Array.from({ length: 10_000 }, (_, i) => `error: thing ${letters(i)} is missing\n`).join('') +
      calm(50),
    'is missing',
    20,
  ],
  [
    'headings that nest twenty deep',
    `${Array.from({ length: 20 }, (_, i) => `${'  '.repeat(i)}Suite of level ${i}:\n`).join('')}${'  '.repeat(20)}Error: expected 3, got 4\n${calm(1000)}`,
    'Error: expected 3, got 4',
    1,
  ],
  [
    'frames without files',
    `${calm(500)}Error: boom\n${'    at <anonymous>\n'.repeat(50)}${calm(500)}`,
    'Error: boom',
    1,
  ],
  [
    'places that lie outside the log',
    `${calm(500)}panic: no ring\n\tgithub.com/a/b.go:10 +0x1\n\t/usr/lib/go/src/runtime/proc.go:250 +0x1\n${calm(500)}`,
    'panic: no ring',
    1,
  ],
  [
    'a megabyte of NULs',
    `${calm(1000)}${'\0'.repeat(1 << 20)}\n${calm(500)}${message}${calm(500)}`,
    'error: no ring',
    1,
  ],
]

describe('what a log says is shown', () => {
  it.each(cases)('of %s', (_, log, shown, statements) => {
    for (const maxBytes of [1024, 4096]) {
      const result = truncate(log, { maxBytes })
      checkContract(log, { maxBytes }, result)
      expect(result.text).toContain(shown)
      expect(result.errors.statements).toHaveLength(statements)
    }
  })

  it.each([
    ['German', 'Fehler: Der Ring wurde nicht gefunden'],
    ['French', 'erreur: commande introuvable'],
    ['Chinese', 'ring.c:3:5: 错误：没有那个文件或目录'],
    ['Russian', 'ошибка: нет такого файла или каталога'],
  ])('in %s: %s', (_, line) => {
    const log = `${calm(500)}${line}\n${calm(500)}`
    const result = truncate(log, { maxBytes: 1024 })
    checkContract(log, { maxBytes: 1024 }, result)
    expect(result.text).toContain(line)
  })
})
