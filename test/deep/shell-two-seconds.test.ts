import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { useShell } from '../support/shell.ts'
import { ERROR, piecesOf, places, shapes } from '../support/slow-outputs.ts'

// The command itself waits behind its error, and then keeps what can be read of its output. The last half second is that
// of two starts of pith, so that a busy machine makes the wait longer, too.
const START = '"$NODE" "$MAIN" run -- true'
const LOOK = `{ sleep 1.5; ${START}; ${START}; cp "$OUT" "$SEEN"; } >/dev/null 2>&1`

const prefix = '"$PREFIX" "eval \'$LINE\' < /dev/null; (exit \\$?); pwd -P >| where"'
const hook = `echo '{"tool_response":{"backgroundTaskId":"task"}}' | "$FRONT" --background`

/** Who watches, and the line with which a client starts the command. */
const watchers = {
  'a Monitor': { out: 'out', line: `${prefix} 2>/dev/null | cat >out` },
  'a file of a background call': {
    out: 'task.output',
    line: `${prefix} >>task.output 2>&1 & sleep 0.1; ${hook}; wait`,
  },
  'a file of a call whose time is over': {
    out: 'task.output',
    line: `${prefix} >>task.output 2>&1 & until [ -e begun ]; do sleep 0.1; done; ${hook}; wait`,
  },
  'a terminal': { out: 'out', line: 'script -qfec "\\"\\$FRONT\\" -c \\"\\$LINE\\"" out >/dev/null' },
  'a terminal of pith run': {
    out: 'out',
    line: 'script -qfec "\\"\\$NODE\\" \\"\\$MAIN\\" run -- bash -c \\"\\$LINE\\"" out >/dev/null',
  },
}
type Watcher = keyof typeof watchers

interface Printed {
  before: Buffer[]
  error: Buffer
  after: Buffer[]
}

/** What a command prints before its error, and behind it. */
function printed(shape: string, place: (typeof places)[number]): Printed {
  const pieces = piecesOf(shape, place)
  const at = pieces.findIndex((piece) => piece.toString('latin1').replaceAll('\0', '').includes(ERROR))
  return { before: pieces.slice(0, at), error: pieces[at], after: pieces.slice(at + 1) }
}

const drawn = piecesOf('a bar that CRs draw again', 'last').slice(0, -1)
const colours = piecesOf('lines in colours', 'last').slice(0, -1)
/** Errors that do not end with a line end. */
const unended: Record<string, Printed> = {
  'a prompt': { before: colours, error: Buffer.from(`${ERROR}. Retry? [y/N] `), after: [] },
  'on the line of a bar': { before: drawn, error: Buffer.from(`\r\x1b[K${ERROR}`), after: [] },
  'under a bar that goes on': { before: drawn, error: Buffer.from(`\r\x1b[K${ERROR}`), after: drawn },
  'alone in colours': { before: [], error: Buffer.from(`\x1b[31m${ERROR}\x1b[0m`), after: [] },
}

describe('an error can be read two seconds after it was printed', { concurrent: true }, () => {
  const box = useShell({ PITH_EVENTS: '0' })

  const check = async ({ before, error, after }: Printed, watcher: Watcher, goesOn: boolean) => {
    const folder = mkdtempSync(join(box.folder, 'watched-'))
    const write = (name: string, pieces: readonly Buffer[]) =>
      writeFileSync(join(folder, name), Buffer.concat(pieces))
    const third = Math.ceil(before.length / 3)
    for (let part = 0; part < 3; part++)
      write(`before${part}`, before.slice(part * third, (part + 1) * third))
    write('error', [error])
    const half = Math.ceil(after.length / 2)
    for (let part = 0; part < 2; part++) write(`after${part}`, after.slice(part * half, (part + 1) * half))
    const steps = [
      ...[0, 1, 2].map((part) => `cat before${part}; sleep 0.3`),
      ...(before.length === 0 ? [] : [': >begun']),
      `cat error; : >begun; ${LOOK} &`,
      ...(goesOn ? [] : ['wait']),
      'cat after0; sleep 0.7; cat after1; wait; exit 1',
    ]
    const { out, line } = watchers[watcher]
    const seen = join(folder, 'seen')
    await box.run('/bin/bash', `cd "$FOLDER"; ${line}`, {
      env: {
        CLAUDECODE: watcher.includes('terminal') ? undefined : '1',
        FOLDER: folder,
        TMPDIR: folder,
        OUT: join(folder, out),
        SEEN: seen,
        LINE: steps.join('\n'),
        PREFIX: distFile('shell/prefix'),
        FRONT: distFile('shell/pith'),
        NODE: process.execPath,
        MAIN: distFile('cli/main.js'),
        TERM: 'xterm',
      },
    })
    const text = existsSync(seen) ? readFileSync(seen, 'utf8').replaceAll('\0', '') : 'nothing was looked at'
    expect(text).toContain(ERROR)
  }

  const names = Object.keys(watchers) as Watcher[]
  const cases = shapes.flatMap((shape, row) =>
    [0, 1, 2].map((column) => ({
      shape,
      place: places[(row + column) % places.length],
      watcher: names[(row + 2 * column) % names.length],
      next: (row + column) % 3 === 0 ? 'goes on' : 'waits',
    })),
  )
  it.each(cases)(
    'of $shape, $place, by $watcher, when the command $next',
    async ({ shape, place, watcher, next }) => {
      await check(printed(shape, place), watcher, next === 'goes on')
    },
  )

  const others = Object.keys(unended).flatMap((name) =>
    names.slice(0, 3).map((watcher) => ({ name, watcher })),
  )
  it.each(others)('that has no end: $name, by $watcher', async ({ name, watcher }) => {
    await check(unended[name], watcher, unended[name].after.length > 0)
  })
})
