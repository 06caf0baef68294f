import { afterAll, expect, it } from 'vitest'
import { openOutput } from '../../src/cli/shell/open-output.ts'
import { useCommand } from '../support/command.ts'

const box = useCommand()
const before = process.env.PITH_ARTIFACTS
afterAll(() => {
  if (before === undefined) delete process.env.PITH_ARTIFACTS
  else process.env.PITH_ARTIFACTS = before
})

it('an error in bytes whose buffer is used again is shown behind what was shown live', async () => {
  process.env.PITH_ARTIFACTS = box.folder
  const lines = (from: number) => Array.from({ length: 9000 }, (_, i) => `line ${from + i}\n`).join('')
  const text = Buffer.from(`${lines(0)}error: cannot find value total\n${lines(9000)}`)
  const output = await openOutput({ seen: new Uint8Array(0), liveBytes: 1024, line: 'make' })
  const buffer = Buffer.alloc(4096)
  for (let at = 0; at < text.length; at += buffer.length)
    await output.write('stdout', buffer.subarray(0, text.copy(buffer, 0, at)))
  const live = await output.showFirst()
  expect(live).toBeGreaterThan(0)
  const parts = await output.end(0, 0)
  expect(Buffer.concat(parts.map(({ bytes }) => bytes)).toString()).toContain(
    'error: cannot find value total\n',
  )
})
