import { describe, expect, it } from 'vitest'
import { Locks } from '../../../src/store/backends/opfs/locks.ts'

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
const nothing = async (): Promise<void> => {}

/** A name of a test's own, because the browser's locks are there for all. */
const freshName = (): string => `pith-test/${crypto.randomUUID()}`

describe('locks of the browser', () => {
  const locks = new Locks(navigator.locks)

  it('let one in alone, one after another, and give the name back when the work fails', async () => {
    const name = freshName()
    const steps: string[] = []
    const step = (word: string) => async () => {
      steps.push(`${word} in`)
      await pause()
      steps.push(`${word} out`)
      if (word === 'b') throw new Error('b')
      return word
    }
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((word) => locks.alone(name, step(word))))
    expect(steps).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await locks.held()).has(name)).toBe(false)
  })

  it('are shared by all who hold them, and keep out one who wants to be alone', async () => {
    const name = freshName()
    const [first, second] = await Promise.all([locks.hold(name), locks.hold(name)])
    let isAlone = false
    const alone = locks.alone(name, async () => {
      isAlone = true
    })
    expect(await locks.ifFree(name, nothing)).toBe(false)
    expect((await locks.held()).has(name)).toBe(true)
    first()
    first()
    await pause()
    expect(isAlone).toBe(false)
    second()
    await alone
    await pause()
    expect((await locks.held()).has(name)).toBe(false)
    expect(await locks.ifFree(name, nothing)).toBe(true)
    const third = await locks.hold(name)
    second()
    expect(await locks.ifFree(name, nothing)).toBe(false)
    third()
  })

  it('keep out those who would share them while one is alone, also one who asks whether they are free', async () => {
    const name = freshName()
    let leave = (): void => {}
    const alone = locks.alone(name, () => new Promise<void>((resolve) => (leave = resolve)))
    let isHeld = false
    const holding = locks.hold(name).then((release) => {
      isHeld = true
      return release
    })
    await pause()
    expect(await locks.ifFree(name, nothing)).toBe(false)
    expect(isHeld).toBe(false)
    leave()
    await alone
    ;(await holding)()
    await pause()
    expect(await locks.ifFree(name, nothing)).toBe(true)
  })
})
