import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { truncate } from '../../src/core/truncate.ts'
import { createFileStore } from '../../src/store/backends/files.ts'
import { distFile } from '../support/built.ts'
import { checkEmitted } from '../support/emitted.ts'
import { front, useShell } from '../support/shell.ts'
import { ERROR, type Place, piecesOf, places, shapes } from '../support/slow-outputs.ts'

const LIMIT = 8192
const STATUS_BYTES = 20
const PATIENCE = 0.2

/** Prints the files of a folder, some of them at once. `pauses` are made between them. */
const printing = (folder: string, pauses: number, streams: number) =>
  `cd ${folder}; for part in [0-9]*; do case $part in *.err) cat $part >&${streams} ;; *) cat $part ;; esac; sleep ${PATIENCE * pauses}; done; exit 1`

/** In how many parts an output comes, and the pause behind each. Parts in bytes end anywhere, also inside characters. */
const arrivals = {
  'at once': { parts: 1, pauses: 0, inBytes: false },
  slowly: { parts: 3, pauses: 2, inBytes: false },
  'slowly, cut anywhere': { parts: 5, pauses: 1.1, inBytes: true },
  dripping: { parts: 12, pauses: 0.4, inBytes: false },
  'dripping, cut anywhere': { parts: 17, pauses: 0.3, inBytes: true },
}

const slow = (Object.keys(arrivals) as (keyof typeof arrivals)[]).slice(1)
/** Of the four, each shape at each place comes in so many, which take turns. All of them come with PITH_CASES=4. */
const SLOW_ARRIVALS = Number(process.env.PITH_CASES ?? 2)

describe('the output of a command that takes its time', () => {
  const box = useShell({ PITH_FOR: 'run' })
  let shell = ''

  // The same shell, to which a command is long much sooner.
  beforeAll(() => {
    const folder = join(box.folder, 'dist')
    mkdirSync(join(folder, 'shell'), { recursive: true })
    symlinkSync(distFile('cli'), join(folder, 'cli'))
    shell = join(folder, 'shell/pith')
    const script = readFileSync(front(), 'utf8')
      .replace('\npatience=2\n', `\npatience=${PATIENCE}\n`)
      .replace('\npause=1\n', `\npause=${PATIENCE}\n`)
    expect(script.split(`=${PATIENCE}\n`)).toHaveLength(3)
    writeFileSync(shell, script, { mode: 0o755 })
  })

  /** Writes an output into files that are printed one after the other. */
  const prepared = (pieces: readonly Buffer[], { parts, inBytes }: (typeof arrivals)['slowly']): string => {
    const folder = mkdtempSync(join(box.folder, 'parts-'))
    const whole = Buffer.concat(pieces)
    const size = Math.ceil((inBytes ? whole.length : pieces.length) / parts)
    for (let part = 0; part < parts; part++) {
      const [from, to] = [part * size, (part + 1) * size]
      const own = inBytes ? whole.subarray(from, to) : Buffer.concat(pieces.slice(from, to))
      if (own.length > 0) writeFileSync(join(folder, `${100 + part}`), own)
    }
    return folder
  }

  const keptOf = async (text: string): Promise<string> => {
    const id = /pith show ([0-9a-f]{16})/.exec(text)?.[1] ?? ''
    const store = createFileStore({ directory: join(box.folder, 'artifacts') })
    const parts: Uint8Array[] = []
    for await (const part of store.read(id, { startByte: 0, endByte: 2 ** 26 }))
      parts.push(new Uint8Array(part))
    return Buffer.concat(parts).toString()
  }

  const texts = new Map<string, string>()
  const check = async (shape: string, place: Place, arrival: keyof typeof arrivals) => {
    const pieces = piecesOf(shape, place)
    const { pauses } = arrivals[arrival]
    const folder = prepared(pieces, arrivals[arrival])
    let live = 0
    const { stdout, stderr, status } = await box.run(shell, printing(folder, pauses, 1), {
      whileRunning: async (child, seen) => {
        while (child.exitCode === null) {
          if (!seen().includes('Exit code')) live = Math.max(live, Buffer.byteLength(seen()))
          await sleep(20)
        }
      },
    })
    const of = `${shape}, ${place}, ${arrival}: ${JSON.stringify(stdout.toString())}`
    const text = stdout.toString()
    expect(status, of).toBe(1)
    expect(stderr.toString(), of).toBe('')
    // Clauses 1, 3 and 10.
    expect(stdout.length, of).toBeLessThanOrEqual(LIMIT + STATUS_BYTES)
    expect(live, of).toBeLessThanOrEqual(0.3 * LIMIT)
    expect(text, of).toContain(ERROR)
    expect(text, of).toContain('Exit code 1.')
    // Clause 7: what was printed can be shown.
    const whole = Buffer.concat(pieces)
    const utf8 = shape === 'UTF-16' ? whole.subarray(2).toString('utf16le') : whole.toString()
    // Where nothing is left out, it is not named.
    const kept = text.includes('pith show') || text.includes('[...') ? await keptOf(text) : utf8
    expect(kept === utf8 || kept === `\ufeff${utf8}`, of).toBe(true)
    checkEmitted({ text, printed: utf8, live })
    // Clause 8: only how much was shown early makes a difference.
    const key = JSON.stringify([shape, place, live])
    const nameless = text.replace(/[0-9a-f]{16}/, 'ID')
    expect(texts.get(key) ?? nameless, of).toBe(nameless)
    texts.set(key, nameless)
    // Clause 9.
    expect(truncate(text, { maxBytes: LIMIT + STATUS_BYTES, fold: true, for: 'run' }).text, of).toBe(text)
  }

  it.concurrent('keeps the order of standard output and error, where they are one pipe', async () => {
    const lines = (from: number) =>
      `for i in $(seq ${from} 2 ${from + 400}); do echo "line $i"; echo "line $((i + 1))" >&2; done`
    const line = `{ ${lines(1)}; sleep ${2 * PATIENCE}; ${lines(403)}; sleep ${2 * PATIENCE}; ${lines(805)}; }`
    const { stdout } = await box.run('/bin/bash', `"${shell}" -c '${line}; exit 1' 2>&1`)
    let next = 1
    for (const row of stdout.toString().split('\n').slice(0, -2)) {
      const gap = /^\[\.\.\.(\d+)(?:-(\d+))?(?:: | like |\])/.exec(row)
      expect(row).toMatch(gap ? new RegExp(`^\\[\\.\\.\\.${next}\\b`) : new RegExp(`^line ${next}$`))
      next = gap ? Number(gap[2] ?? gap[1]) + 1 : next + 1
    }
    expect(next).toBe(1207)
  })

  describe.concurrent('into a file', () => {
    const slow = `for i in 1 2 3; do seq -f "$0 %g" 1 900; sleep ${2 * PATIENCE}; done; echo "${ERROR}"; exit 1`
    const into = (line: string) => box.run('/bin/bash', line, { env: { PITH_SLOW: slow, PITH_FRONT: shell } })
    const run = (name: string) => `"$PITH_FRONT" -c "$PITH_SLOW" ${name}`

    it('shows the error of each of two shells on one file', async () => {
      const { stdout } = await into(`${run('one')} >>out & ${run('two')} >>out; wait; cat out`)
      expect(stdout.toString().split(ERROR)).toHaveLength(3)
      expect(stdout.length).toBeLessThanOrEqual(2 * (LIMIT + STATUS_BYTES))
    })

    it.each([
      ['truncates', ': >out', 'cat out'],
      ['removes', 'rm out', 'cat <&5'],
      ['moves', 'mv out old; : >out', 'cat old'],
    ])('shows the error when somebody %s it', async (_, act, show) => {
      const { stdout, stderr } = await into(
        `: >out; exec 5<out; (sleep ${3 * PATIENCE}; ${act}) & ${run('one')} >>out; echo "status $?" >&2; wait; ${show}`,
      )
      expect(stdout.toString()).toContain(`${ERROR}\n`)
      expect(stderr.toString()).toBe('status 1\n')
    })
  })

  describe.concurrent.each(shapes)('%s', (shape) => {
    it.each(places)('shows the error, which is %s', async (place) => {
      const turn = shapes.indexOf(shape) + places.indexOf(place)
      const chosen = slow.filter((_, at) => (at + turn) % slow.length < SLOW_ARRIVALS)
      if (place === 'in the middle') await check(shape, place, 'at once')
      for (const arrival of chosen) await check(shape, place, arrival)
    })
  })
})
