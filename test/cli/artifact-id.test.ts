import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { artifactId } from '../../src/cli/show/artifact-id.ts'
import { useCommand } from '../support/command.ts'

const idOf = (input: string): string => createHash('sha256').update(input).digest('hex').slice(0, 16)
/** An output that does not fit, so that it is kept. */
const outputOf = (n: number): string => `${n}\n`.repeat(100)

/** Numbers of four outputs whose ids begin alike. */
function alike(): number[] {
  const byBeginning = new Map<string, number[]>()
  for (let n = 0; ; n++) {
    const beginning = idOf(outputOf(n)).slice(0, 4)
    const others = byBeginning.get(beginning) ?? []
    byBeginning.set(beginning, [...others, n])
    if (others.length === 3) return [...others, n]
  }
}

describe('the beginning of an id', () => {
  const box = useCommand()
  const numbers = alike()
  const ids = numbers.map((n) => idOf(outputOf(n)))
  const beginning = ids[0].slice(0, 4)
  const other = idOf(outputOf(-1))

  beforeAll(async () => {
    for (const n of [...numbers, -1]) await box.pith(['--max-bytes', '50'], { input: outputOf(n) })
  })

  it('of four characters or more shows the artifact that has it', async () => {
    for (const given of [other.slice(0, 4), other.slice(0, 9), other.slice(0, 15), other]) {
      const { status, stdout, stderr } = await box.pith(['show', given, '--all'])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout.toString()).toBe(outputOf(-1))
    }
    const difference = await box.pith(['show', other.slice(0, 8), '--since', ids[1].slice(0, 12)])
    expect(difference.stdout.toString()).toContain('+-1')
  })

  it('of several is refused, with how many there are and the first ones', async () => {
    const { status, stdout, stderr } = await box.pith(['show', beginning])
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      new RegExp(
        `^pith: Expected the id of one artifact, got ${beginning}, with which 4 ids begin: (?:${beginning}[0-9a-f]{12}, ){2}${beginning}[0-9a-f]{12} and others\\.\\n$`,
      ),
    )
  })

  it('that is too short, is none, or has other letters is refused as an id that nobody has', async () => {
    for (const given of [
      other.slice(0, 3),
      'zzzz',
      other.slice(0, 4).toUpperCase().replace(/^\d*$/, 'ABCD'),
      `${other}0`,
    ]) {
      const { status, stderr } = await box.pith(['show', given])
      expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: There is no artifact "${given}".\n` })
    }
  })
})

it('an id is not looked for in the list', async () => {
  const list = () => Promise.reject(new Error('listed'))
  expect(await artifactId({ list }, '3f9a1c2b40de7781')).toBe('3f9a1c2b40de7781')
  expect(await artifactId({ list }, '3f9')).toBe('3f9')
  await expect(artifactId({ list }, '3f9a')).rejects.toThrow('listed')
})
