import { describe, expect, inject, it, vi } from 'vitest'
import { Sizer } from '../../src/core/bytes/size.ts'
import { TerminalRenderer } from '../../src/core/clean/terminal.ts'
import { createCollector } from '../../src/core/collector.ts'
import * as planning from '../../src/core/fit/plan.ts'
import { Folding } from '../../src/core/hold/folding.ts'
import { KeptLines } from '../../src/core/hold/kept.ts'
import { Stream } from '../../src/core/hold/stream.ts'
import * as values from '../../src/core/hold/values.ts'
import { truncateStream } from '../../src/core/stream.ts'
import { truncate } from '../../src/core/truncate.ts'
import * as rendering from '../../src/core/words/render.ts'
import { kinds } from '../../src/kinds/index.ts'
import type { CommandStatus, TruncateOptions } from '../../src/options.ts'
import { bash } from '../../src/tools/bash.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { truncateToolOutputAsync } from '../../src/tools/tool-output-async.ts'
import type { PartFailure, Truncation } from '../../src/truncation.ts'
import { errors, failingStructure, kindStages } from '../support/faults.ts'
import { some } from '../support/some.ts'
import { letNetCatch } from './support.ts'

vi.mock('../../src/core/hold/values.ts', { spy: true })
vi.mock('../../src/core/fit/plan.ts', { spy: true })
vi.mock('../../src/core/words/render.ts', { spy: true })

// Something inside pith throws. The output must not be lost.

const FIRST = 'the first line'
const LAST = 'the last line'
const encode = (text: string) => new TextEncoder().encode(text)

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** A word for each number, so that few lines are like others. */
const wordOf = (n: number): string =>
  Array.from({ length: 5 }, (_, i) => letters[(n * 7 ** i + (n >> 3)) % 26]).join('')

const logOf = (lines: number): Uint8Array =>
  encode(
    [
      FIRST,
      ...Array.from({ length: lines }, (_, i) =>
        i === 100
          ? `error: module ${i} is not found`
          : `\u001b[32mok\u001b[0m ${wordOf(i)} in ${wordOf(3 * i + 1)}\r`,
      ),
      LAST,
      '',
    ].join('\n'),
  )
/** Over the limit, and held in memory. */
const small = logOf(250)
/** Not held in memory. */
const large = logOf(3000)

const limits = { maxBytes: 4096, maxLines: 60 } as const
const exit = { exitCode: 3 }

interface Shown {
  text: string
  failures: readonly PartFailure[]
}

type Door = (input: Uint8Array, options: TruncateOptions, status: CommandStatus) => Shown | Promise<Shown>

const shown = ({ text, failures = [] }: Truncation): Shown => ({ text, failures })
const chunksOf = (input: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(input.length / 5000) }, (_, i) => input.slice(5000 * i, 5000 * (i + 1)))

async function* asStream(input: Uint8Array) {
  yield* chunksOf(input)
}

const toolDoor = ({
  text,
  details,
}: {
  text: string
  details: { truncation?: Truncation; stderr?: Truncation }
}): Shown => ({
  text,
  failures: [...(details.truncation?.failures ?? []), ...(details.stderr?.failures ?? [])],
})

/** Doors that take a status say how the command ended. */
const doors: Record<string, { tellsStatus: boolean; open: Door }> = {
  'truncate, bytes': { tellsStatus: false, open: (input, options) => shown(truncate(input, options)) },
  'truncate, a string': {
    tellsStatus: false,
    open: (input, options) => shown(truncate(new TextDecoder().decode(input), options)),
  },
  collector: {
    tellsStatus: true,
    open: (input, options, status) => {
      const collector = createCollector(options)
      for (const chunk of chunksOf(input)) collector.write(chunk)
      collector.snapshot()
      return shown(collector.end(undefined, status))
    },
  },
  truncateStream: {
    tellsStatus: false,
    open: async (input, options) => shown(await truncateStream(asStream(input), options)),
  },
  bash: {
    tellsStatus: true,
    open: (input, options, status) => toolDoor(bash(input, { ...options, status })),
  },
  truncateToolOutput: {
    tellsStatus: true,
    open: (input, options, status) => toolDoor(truncateToolOutput('bash', input, { ...options, status })),
  },
  'separate streams': {
    tellsStatus: true,
    open: (input, options, status) =>
      toolDoor(truncateToolOutput('bash', { stdout: input, stderr: input }, { ...options, status })),
  },
  'separate streams, later': {
    tellsStatus: true,
    open: async (input, options, status) =>
      toolDoor(
        await truncateToolOutputAsync('bash', { stdout: input, stderr: input }, { ...options, status }),
      ),
  },
}

const throwing = (error: () => unknown) => () => {
  throw error()
}

type Fault = (error: () => unknown) => void
/** Faults of every stage but that of the kinds. */
const faults: Record<string, Fault> = {
  'fold, while bytes come': (error) =>
    vi.spyOn(TerminalRenderer.prototype, 'write').mockImplementation(throwing(error)),
  'fold, at the end': (error) =>
    vi.spyOn(TerminalRenderer.prototype, 'end').mockImplementation(throwing(error)),
  'repeats, while bytes come': (error) =>
    vi.spyOn(Folding.prototype, 'push').mockImplementation(throwing(error)),
  'judge, while bytes come': (error) =>
    vi.spyOn(KeptLines.prototype, 'add').mockImplementation(throwing(error)),
  'judge, at the end': (error) => vi.spyOn(KeptLines.prototype, 'at').mockImplementation(throwing(error)),
  values: (error) => vi.mocked(values.valuesOf).mockImplementation(throwing(error)),
  collect: (error) => vi.spyOn(Stream.prototype, 'push').mockImplementation(throwing(error)),
  'collect, at the end': (error) => vi.spyOn(Stream.prototype, 'finish').mockImplementation(throwing(error)),
  plan: (error) => vi.mocked(planning.planFor).mockImplementation(throwing(error)),
  render: (error) => vi.mocked(rendering.render).mockImplementation(throwing(error)),
  measure: (error) => {
    vi.spyOn(Sizer.prototype, 'measureText').mockImplementation(throwing(error))
    vi.spyOn(Sizer.prototype, 'measure').mockImplementation(throwing(error))
  },
}

/** What is caught does not depend on the door, so all errors at one door are enough in a quick run. */
const errorsFor = (door: string) =>
  Object.entries(errors).filter(
    ([name]) => door === 'truncate, bytes' || inject('thorough') || /mistake/.test(name),
  )

/** What the text says if that is not that cutting has failed. */
const told: Record<string, string> = {
  'fold, while bytes come': 'Folding failed. Shown unfolded.',
  'fold, at the end': 'Folding failed. Shown unfolded.',
  'repeats, while bytes come': 'Folding failed. Shown unfolded.',
  'judge, while bytes come': 'Judging failed. Both ends shown.',
  'judge, at the end': 'Judging failed. Both ends shown.',
  values: 'Judging failed. Both ends shown.',
}
/** The same for an input of which only both ends are in memory, so that it cannot be collected again. */
const toldOfEnds: Record<string, string> = {
  collect: 'Judging failed. Both ends shown.',
  'collect, at the end': 'Judging failed. Both ends shown.',
}
const CUT = 'Cutting failed. First and last bytes shown.'

/** Holds what every result holds to, whatever failed. */
function check({ text, failures }: Shown, tellsStatus: boolean, { maxBytes, maxLines }: typeof limits) {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes)
  expect(text.split('\n').length).toBeLessThanOrEqual(maxLines + 1)
  expect(text).toContain(FIRST)
  expect(text).toContain(LAST)
  if (tellsStatus) expect(text).toContain('Exit code 3.')
  expect(failures.length).toBeGreaterThan(0)
  expect(failures[0].error).not.toBe('')
}

letNetCatch()

/** A fault is caught at one place, so all faults behind two doors are enough in a quick run. */
const tried = (door: string) => some(Object.entries(faults), /bytes$|^collector$/.test(door) ? 1 : 5)

describe.each(Object.entries(doors))('a fault behind %s', (door, { tellsStatus, open }) => {
  describe.each(tried(door))('at %s', (stage, fault) => {
    it.each(errorsFor(door))('that throws %s leaves both ends, the status and a note', async (_, error) => {
      fault(error)
      for (const input of [small, large]) {
        const options = { ...limits, fold: true, for: 'run' } as const
        const result = await open(input, options, exit)
        check(result, tellsStatus, limits)
        const isHeld = input === small || door.startsWith('truncate,')
        expect(result.text).toContain(told[stage] ?? (isHeld ? CUT : (toldOfEnds[stage] ?? CUT)))
        // What is told of the input is told in lines.
        if (!isHeld && !result.text.includes(CUT)) expect(result.text).toMatch(/\d+ of 3002 lines\. /)
      }
    })
  })

  it.each(kindStages)('at a kind, when it is to %s, leaves its lines', async (stage) => {
    for (const [, error] of errorsFor(door)) {
      for (const items of [200, 3000]) {
        const json = encode(
          `[\n"${FIRST}",\n${Array.from({ length: items }, (_, i) => `{"id": ${i}, "name": "item ${i}"},`).join('\n')}\n"${LAST}"\n]\n`,
        )
        const structure = failingStructure(kinds, stage, error)
        const result = await open(json, { ...limits, structure }, exit)
        // A failed command's output is no data.
        if (tellsStatus && (stage === 'choose' || stage === 'end') && result.failures.length === 0) continue
        check(result, tellsStatus, limits)
        const name = stage === 'recognise' ? 'Kind failed' : 'Kind json failed'
        expect(result.text).toContain(`${name}. Shown as lines.`)
      }
    }
  })
})
