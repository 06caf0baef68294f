import { expect, it } from 'vitest'
import { caseCount } from '../support/case-count.ts'
import { truncate } from '../support/checked.ts'
import { createRandom } from '../support/random.ts'

// A line that holds a whole log: a value in JSON, or a report without line ends.

const calm = (count: number, end: string): string =>
  Array.from({ length: count }, (_, i) => `step ${i} took ${(i * 7) % 13} ms${end}`).join('')

it('finds an error of a long line that a stronger word follows 2 KiB behind', () => {
  const line = `${calm(20, '; ')}src/ring.c:12:5: error: no such ring; ${calm(100, '; ')}panic: all is lost; ${calm(300, '; ')}`
  const { errors } = truncate(`${line}\n${calm(400, '\n')}`, { maxBytes: 4096 })
  expect(errors.lines.length).toBe(2)
})

it('judges each line of a text in JSON by itself', () => {
  const log = `${calm(300, '\n')}Traceback (most recent call last):\n  File "ring.py", line 7, in draw\nValueError: no such ring\n${calm(300, '\n')}`
  const { errors } = truncate(JSON.stringify({ stdout: log, exit_code: 1 }), { maxBytes: 4096 })
  expect(errors.statements[0].message).toBe('ValueError: no such ring')
})

it('fills the limit with both ends of a line that has two strong errors', () => {
  const log = `${calm(300, '\n')}ValueError: no such ring\n${calm(300, '\n')}KeyError: 'sphere'\n${calm(300, '\n')}`
  const { text, outputBytes } = truncate(JSON.stringify({ stdout: log }), { maxBytes: 4096 })
  expect(outputBytes).toBeGreaterThan(0.9 * 4096)
  expect(text).toMatch(/^\{"stdout":"step 0 .*no such ring.*KeyError.*step 299 took \d+ ms\\n"\}\n\[1 line/s)
})

it('finds the same errors of texts in JSON wherever the parts of their line end', () => {
  const { below } = createRandom(7)
  const lines = [
    '',
    '\\',
    'C:\\new\\name',
    'KeyError: 3',
    'ok',
    'src/ring.c:3:1: error: no ring',
    '"\n"',
    'é😀',
  ]
  for (let round = 0; round < caseCount(30, 60); round++) {
    const log = Array.from({ length: 50 + below(400) }, () => lines[below(lines.length)])
    truncate(JSON.stringify(log.join(below(2) ? '\n' : '\r\n')), {
      maxBytes: 600 + below(4000),
    })
  }
})
