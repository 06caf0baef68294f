import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { commandCases } from './command-cases.ts'
import { type Answer, Place } from './run.ts'
import { others, reference, runtimes } from './runtimes.ts'

type Answers = Record<string, Answer>

const LONGEST_MS = 300_000

const main = () => join(inject('fullProject'), 'node_modules/pith/dist/cli/main.js')
const places: Record<string, () => Place> = {
  ...Object.fromEntries(others.map((name) => [name, () => new Place(runtimes[name], main())])),
  'Bun in one file with it': () => new Place([inject('binary')]),
}

/** Runs all scripts, one after the other in one folder. */
async function answersOf(place: Place): Promise<Answers> {
  try {
    const answers: Answers = {}
    for (const [name, script] of Object.entries(commandCases)) answers[name] = await place.sh(script)
    return answers
  } finally {
    place.remove()
  }
}

let expected: Answers
beforeAll(async () => {
  expected = await answersOf(new Place(runtimes[reference], main()))
}, LONGEST_MS)

describe(`the command on ${reference}`, () => {
  it('answers every script', () => {
    const isAnswered = ({ status, stdout, stderr }: Answer) => status !== null && stdout + stderr !== ''
    const isSilent = /^(reads nothing|prints an empty|keeps the output of a command that has none)/
    const unanswered = Object.entries(expected).filter(
      ([name, answer]) => !isSilent.test(name) && !isAnswered(answer),
    )
    expect(unanswered).toEqual([])
  })

  it('does what the names of the scripts say', () => {
    const stdout = (name: string) => expected[name].stdout
    expect(stdout('shows both streams in the order they were written')).toMatch(/^out1\nerr1\nout2\nerr2\n/)
    expect(stdout('lets a command open /dev/stderr and /dev/stdout')).toBe('out\nerr\nend\n')
    expect(expected['exits with the status of the command'].status).toBe(3)
    expect(stdout('gives a stored output back byte for byte')).toBe('same\nsame\n')
    expect(stdout('collects the files of a dead process')).toContain('1 abandoned file')
  })
})

describe.each(Object.keys(places))('the command on %s', (name) => {
  let answers: Answers
  beforeAll(async () => {
    answers = await answersOf(places[name]())
  }, LONGEST_MS)

  it.each(Object.keys(commandCases))('%s', (name) => {
    expect(answers[name]).toEqual(expected[name])
  })
})
