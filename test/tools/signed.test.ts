import { expect, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'
import { truncateStream } from '../../src/core/stream.ts'
import { truncate } from '../../src/core/truncate.ts'
import { verifyNotice } from '../../src/core/words/seal.ts'
import type { NoticeOptions } from '../../src/options.ts'
import { BashStream } from '../../src/tools/bash-stream.ts'
import { readStream } from '../../src/tools/read.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'

const key = 'secret'
// Lines of numbers are data, so they are not folded.
const log = Array.from({ length: 8000 }, (_, i) => `${i}\n`).join('')
const pair = { stdout: log, stderr: log }
const names = Array.from({ length: 5000 }, (_, i) => `name ${i}`)

async function ended(notice: NoticeOptions, separate: boolean): Promise<{ text: string }> {
  const stream = new BashStream({ notice, separate })
  for (const name of ['stdout', 'stderr'] as const) await stream.write({ stream: name, chunk: log })
  return stream.end({ exitCode: 2 })
}

const writers: Record<string, (notice: NoticeOptions) => { text: string } | Promise<{ text: string }>> = {
  truncate: (notice) => truncate(log, { notice }),
  'truncate of a result': (notice) => truncate(truncate(log), { notice }),
  createCollector(notice) {
    const collector = createCollector({ notice })
    collector.write(log)
    return collector.end()
  },
  truncateStream: (notice) => truncateStream(new Blob([log]), { notice }),
  readStream: (notice) => readStream(new Blob([log]), { notice }),
  'streams together': (notice) => ended(notice, false),
  'streams apart': (notice) => ended(notice, true),
  bash: (notice) => truncateToolOutput('bash', log, { notice }),
  'bash, streams apart': (notice) => truncateToolOutput('bash', pair, { notice }),
  read: (notice) => truncateToolOutput('read', log, { notice }),
  grep: (notice) => truncateToolOutput('grep', log, { notice }),
  find: (notice) => truncateToolOutput('find', names, { notice }),
  ls: (notice) => truncateToolOutput('ls', names, { notice }),
  web: (notice) => truncateToolOutput('web', log, { notice }),
}

it.each(Object.entries(writers))('a text of %s is verified with the nonce of its call', async (_, write) => {
  const { text } = await write({ key, nonce: 'now' })
  expect(verifyNotice(text, key, { nonce: 'now' })).toBe(true)
  expect(verifyNotice(text, key, { nonce: 'then' })).toBe(false)
  expect(verifyNotice(text, key)).toBe(false)
})
