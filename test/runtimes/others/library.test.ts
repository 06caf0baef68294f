import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { root } from '../../support/built.ts'
import { Place } from './run.ts'
import { others, type Runtime, reference, runtimes } from './runtimes.ts'

type Answers = Record<string, unknown>

const LONGEST_MS = 120_000

/** Runs the program twice: the second process finds the files of the first. */
async function answersOf(runtime: Runtime): Promise<Answers> {
  const place = new Place(runtimes[runtime])
  const program = join(inject('fullProject'), `${basename(place.folder)}.mjs`)
  copyFileSync(join(root, 'test/runtimes/others/library.mjs'), program)
  try {
    const answers: Answers = {}
    for (const words of [[], ['later']]) {
      const { status, stdout, stderr } = await place.module(program, words)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      Object.assign(answers, JSON.parse(stdout))
    }
    return answers
  } finally {
    place.remove()
  }
}

const expected = await answersOf(reference)

describe(`the library on ${reference}`, () => {
  it('does what the names of the checks say', () => {
    expect(expected).toMatchObject({
      'says which scanner runs': ['wasm', 'js'],
      'gives the input back from a result': true,
      'keeps artifacts as files, byte for byte': { same: true },
      'takes 50 MB in turn': { overlaps: 0 },
      'leaves nothing behind': { leaks: false, temporary: [] },
    })
  })
})

describe.each(others)('the library on %s', (runtime) => {
  let answers: Answers
  beforeAll(async () => {
    answers = await answersOf(runtime)
  }, LONGEST_MS)

  it.each(Object.keys(expected))('%s', (name) => {
    expect(answers[name]).toEqual(expected[name])
  })
})
