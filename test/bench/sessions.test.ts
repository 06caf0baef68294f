import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { sessions } from '../support/sessions.ts'

/** Folders of a machine that no session may name. */
const PRIVATE = /\/(tmp|root|home|work)\//
const textOf = (bytes: Uint8Array) => stripVTControlCharacters(new TextDecoder().decode(bytes))

describe('the recorded terminal sessions', () => {
  test('are named once, in order', () => {
    const names = sessions.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].sort())
  })

  test('say why those failed that failed', () => {
    const wrong = sessions.filter(
      ({ outcome, decisive, bytes }) =>
        (outcome === 'failure') !== decisive.length > 0 ||
        decisive.some((part) => !textOf(bytes).includes(part)),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('name no folder of the machine that they come from', () => {
    const wrong = sessions.filter(({ bytes }) => PRIVATE.test(textOf(bytes)))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
