// @deep

import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ToolEvent } from '../../src/extra/events/events.ts'
import { readEvents } from '../../src/host/event-files.ts'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

const LOG = 'seq 1 3000; echo "error: no such file"; seq 1 3000; exit 3'
const WRITTEN_BYTES = 2048

describe('an event tells what was written', { concurrent: true }, () => {
  const box = useCommand({ alone: true })

  /** The only event of a script, and what the script has written into the file `out`. */
  const ran = async (script: string): Promise<{ event: ToolEvent; out: Buffer }> => {
    const cwd = mkdtempSync(join(box.folder, 'run-'))
    // A limit on the size of files holds for the log too.
    const PITH_EVENTS_DIRECTORY = join(cwd, 'events')
    const env = {
      PITH_EVENTS_DIRECTORY,
      PITH_FOR: 'run',
      FRONT: distFile('shell/pith'),
      SHELL: '/bin/bash',
      LOG,
    }
    await box.sh(`: >out; ${script}`, { cwd, env })
    const events: ToolEvent[] = []
    for await (const event of readEvents({ directory: PITH_EVENTS_DIRECTORY })) events.push(event)
    expect(events).toHaveLength(1)
    return { event: events[0], out: readFileSync(join(cwd, 'out')) }
  }
  const none = {
    truncated: true,
    outputBytes: 0,
    keptBytes: 0,
    keptLines: 0,
    errorsKept: 0,
    errorsOmitted: 1,
  }

  it.each([
    ['run, on a full disk', 'pith run -- sh -c "$LOG" >/dev/full'],
    ['run, without a reader', 'mkfifo p; { pith run -- sh -c ": <p; $LOG"; } | { exec <&-; echo >p; }'],
    ['the filter, on a full disk', 'sh -c "$LOG" | pith >/dev/full'],
    ['read, on a full disk', 'sh -c "$LOG" >log; pith read log >/dev/full'],
    ['the shell, on a full disk', '"$FRONT" -c "$LOG" >/dev/full'],
  ])('%s: nothing', async (what, script) => {
    const { event } = await ran(script)
    expect(event).toMatchObject(what.startsWith('read') ? { outputBytes: 0, keptBytes: 0 } : none)
    expect(event.savedBytes).toBe(Math.min(event.totalBytes, 30_000))
  })

  it.each([
    ['run', 'pith run --no-artifact --max-bytes 6000 -- sh -c "$LOG"'],
    ['the filter', 'sh -c "$LOG" | pith --no-artifact --max-bytes 6000'],
  ])('%s: the part that a file took', async (_, call) => {
    const { event, out } = await ran(`ulimit -f ${WRITTEN_BYTES / 512}; ${call} >out`)
    expect(out.length).toBe(WRITTEN_BYTES)
    expect(event.outputBytes).toBe(WRITTEN_BYTES)
    expect(event.errorsKept).toBe(out.includes('error: no such file') ? 1 : 0)
    expect(event.errorsKept + event.errorsOmitted).toBe(1)
  })

  it('the shell: the errors in the text that the agent has got', async () => {
    const line =
      'for i in 1 2 3 4 5 6; do printf "%1300s\\r" $i; sleep 0.3; done; for i in 1 2 3; do echo "error: $i cannot open file"; seq 1 3000; done; exit 3'
    const { event, out } = await ran(`"$FRONT" -c '${line}' >out`)
    expect(event.outputBytes).toBe(out.length)
    expect(event.errorsKept).toBe(out.toString().match(/^error: \d cannot/gm)?.length ?? 0)
    expect(event.errorsKept + event.errorsOmitted).toBe(3)
  })

  it('the shell: all of an output that passes as it is', async () => {
    const { event, out } = await ran('PITH_MAX_BYTES=20000 PITH_MAX_LINES=9000 "$FRONT" -c "seq 1 3500" >out')
    const { length } = out
    expect(event).toMatchObject({ truncated: false, outputBytes: length, keptBytes: length, omittedBytes: 0 })
  })
})
