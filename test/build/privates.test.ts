import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { build, distFile } from '../support/built.ts'

const { withPlainPrivates }: { withPlainPrivates(code: string): string } = await import(
  /* @vite-ignore */ new URL('../../build/privates.mjs', import.meta.url).href
)

test('private members become plain properties, which a class that extends another one shares with nobody', () => {
  const code = `
    class Counter { #n = 1; async #read() { return this.#n } get #own() { return '#n' } sum() { return this?.#n } }
    class Pair extends Counter { #n = 2; both() { return [this.#n, super.sum()] } }
    return new Pair()
  `
  const plain = withPlainPrivates(`function made() {${code}}`)
  const pair = new Function(`${plain}; return made()`)()
  expect(plain).not.toMatch(/[.\s]#\w/)
  expect(pair.both()).toEqual([2, 1])
  expect(Object.keys(pair)).toEqual(['$n', '$$n'])
})

test('two classes of a chain with the same prefix are refused', () => {
  expect(() => withPlainPrivates('var A = class extends X { #a }, B = class extends A { #a }')).toThrow(
    'Expected A not to extend another class',
  )
})

test('the command and the core have no private members', () => {
  build()
  for (const file of ['cli/quick.js', 'plain/index.js'])
    expect(readFileSync(distFile(file), 'utf8')).not.toMatch(/\bthis\.#/)
})
