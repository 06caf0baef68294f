// @deep
// @node

import { describe, expect, inject, it } from 'vitest'
import { collect } from '../../src/core/hold/collect.ts'
import type { Facts } from '../../src/core/hold/facts.ts'
import type { ErrorPlace } from '../../src/core/hold/found.ts'
import { resolveSettings } from '../../src/settings.ts'
import { BashStream } from '../../src/tools/bash-stream.ts'
import type { ErrorLine } from '../../src/truncation.ts'
import { truncate } from '../support/checked.ts'
import { checkContract } from '../support/contract.ts'
import { errorsOf, InputFacts } from '../support/facts.ts'
import { type Session, sessions } from '../support/sessions.ts'
import { some } from '../support/some.ts'

const backend = inject('backend')
const MAX_BYTES = 4096
const failures = sessions.filter(({ outcome }) => outcome === 'failure')

/** Control sequences and controls other than LF, with signs for ESC and BEL. */
const CONTROLS = /␛\[[0-9;?]*[a-zA-Z]|␛[\]_].*?(?:␇|␛\\)|␛[()].|␛[=>78]|(?!\n)\p{Cc}/gu
const controls = new RegExp(CONTROLS.source.replaceAll('␛', '\\u001b').replaceAll('␇', '\\u0007'), 'gu')
const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString().replace(controls, '')

const placed = (lines: readonly ErrorPlace[]) =>
  lines
    .map(({ line, startByte, endByte }) => ({ line, startByte, endByte }))
    .sort((a, b) => a.startByte - b.startByte)

/** The facts that a result was made of: those of the rendered text, or of the folded one. */
function factsOf(bytes: Uint8Array, errors: readonly ErrorLine[]): Facts {
  const whole = collect(bytes, resolveSettings({ backend, fold: true, maxBytes: 2 ** 30 }))
  const all = [whole, ...(whole.folded ? [whole.folded()] : [])]
  const listed = all.map((facts) => [
    ...facts.errorLines.map((error) => error.input ?? error),
    ...(facts.hiddenErrors ?? []),
  ])
  const at = listed.findIndex((lines) => JSON.stringify(placed(lines)) === JSON.stringify(placed(errors)))
  if (at < 0) expect(placed(errors)).toEqual(placed(listed[listed.length - 1]))
  return all[at]
}

function checkPlaces(bytes: Uint8Array, errors: readonly ErrorLine[]): void {
  const { errorLines, hiddenErrors = [], regions } = factsOf(bytes, errors)
  for (const { startByte, endByte, input } of errorLines) {
    const evidence = Buffer.from(regions[0].bytes.subarray(startByte, endByte)).toString()
    const place = input ?? { startByte, endByte }
    expect(plain(bytes.subarray(place.startByte, place.endByte))).toBe(evidence)
  }
  const facts = new InputFacts(bytes)
  for (const { line, startByte, endByte } of hiddenErrors) {
    const text = plain(bytes.subarray(facts.lineStart(line), facts.contentEnd(line)))
    const shown = new InputFacts(text)
    const found = errorsOf(shown).listed.map((error) => shown.textOf(error.startByte, error.endByte))
    expect(found).toContain(plain(bytes.subarray(startByte, endByte)))
  }
}

async function streamed({ bytes }: Session, chunkBytes: number) {
  const stream = new BashStream({ backend, maxBytes: MAX_BYTES })
  for (let at = 0; at < bytes.length; at += chunkBytes)
    await stream.write({ stream: 'stdout', chunk: bytes.slice(at, at + chunkBytes) })
  const { details } = await stream.end()
  return details.truncation
}

describe('the errors of a recorded session', () => {
  it('are placed in the input where their evidence stands, removed sequences between', () => {
    const overwriting = /^(vitest|tap|bazel|jest|bats|prove|buildkite|cargo-test)-fail$/
    const chosen = sessions.filter(({ name }) => inject('thorough') || overwriting.test(name))
    for (const { bytes } of chosen)
      checkPlaces(bytes, truncate(bytes, { fold: true, maxBytes: MAX_BYTES }).errors.lines)
  })

  it('have the same places in any chunks', async () => {
    for (const session of some(failures, 4)) {
      const { bytes } = session
      const options = { fold: true, maxBytes: MAX_BYTES, backend }
      for (const chunkBytes of [997, 65_536]) {
        const result = await streamed(session, chunkBytes)
        checkContract(bytes, options, result, {})
        checkPlaces(bytes, result.errors.lines)
      }
    }
  })
})

describe('the place of an error', () => {
  const at = (input: string, { startByte, endByte }: ErrorPlace) =>
    Buffer.from(input).subarray(startByte, endByte).toString()
  const filler = Array.from({ length: 400 }, (_, i) => `${'word '.repeat(i % 9)}${i}\n`).join('')

  it('is known of lines that a fold hides', () => {
    const log = `${filler}${'src/a.ts:7:1: error: no ring\n'.repeat(90)}end\n`
    const { errors, text } = truncate(log, { fold: true, for: 'run', maxBytes: 2000 })
    expect(text).toContain(' repeat ')
    expect([errors.total, errors.lines.length]).toEqual([90, 90])
    for (const [i, error] of errors.lines.entries())
      expect([error.line, at(log, error)]).toEqual([401 + i, 'src/a.ts:7:1: error'])
    expect(errors.lines.filter(({ kept }) => kept)).toHaveLength(1)
  })

  it('does not include a time before it', () => {
    const stamp = (i: number) => `2026-04-22T16:09:${String(10 + (i % 3))}.3365099Z `
    const line = (i: number) => (i === 200 ? 'FAILED tests/a.py - no ring' : `${'word '.repeat(i % 9)}${i}`)
    const log = Array.from({ length: 400 }, (_, i) => `${stamp(i / 200)}${line(i)}\n`).join('')
    const { errors } = truncate(log, { fold: true, for: 'run', maxBytes: 2000 })
    expect(errors.lines.map((error) => at(log, error))).toEqual(['FAILED'])
  })

  it('is where it was written, also when the lines below were written before', () => {
    const log = `${filler}one\ntwo\n\u001b[2A\u001b[Kerror: no ring\n\u001b[Ktwo\nend\n`
    const lost = `${filler}error: no ring\n\u001b[1Atwo\u001b[K\nend\n`
    for (const input of [log, lost]) {
      const { errors } = truncate(input, { fold: true, maxBytes: 2000 })
      expect(errors.lines.map((error) => at(input, error))).toEqual(['error:'])
    }
  })

  it('stays when a result is cut again', () => {
    const lines = Array.from({ length: 90 }, (_, i) => `\u001b[31msrc/a.ts:${i}:1: error: no ring\u001b[0m\n`)
    const log = `${filler}step 1\rstep 2\n${lines.join('')}${filler}`
    const first = truncate(log, { fold: true, maxBytes: 4000 })
    const second = truncate(first, { fold: true, maxBytes: 1500 })
    expect(placed(second.errors.lines)).toEqual(placed(first.errors.lines))
  })
})
