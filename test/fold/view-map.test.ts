import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edit } from '../../src/core/clean/edit.ts'
import { ViewMap } from '../../src/core/clean/view-map.ts'

type Part = { copied: number } | Edit

const part = fc.oneof(
  fc.record({ copied: fc.nat(300) }),
  fc
    .record({
      inputBytes: fc.nat(300),
      inputLines: fc.nat(3),
      viewBytes: fc.nat(40),
      viewLines: fc.nat(2),
      errors: fc.nat(2),
      isRepeat: fc.boolean(),
    })
    // No text has more lines than bytes, and no error is in no bytes.
    .map((edit) => ({
      ...edit,
      errors: Math.min(edit.errors, edit.inputBytes),
      inputLines: Math.min(edit.inputLines, edit.inputBytes),
      viewLines: Math.min(edit.viewLines, edit.viewBytes),
    })),
)

function mapOf(parts: readonly Part[]): ViewMap {
  const map = new ViewMap()
  for (const each of parts) 'copied' in each ? map.copy(each.copied) : map.replace(each)
  return map
}

/** What is known at the start of each part. */
function starts(parts: readonly Part[]) {
  const at = { viewByte: 0, inputByte: 0, lineShift: 0, errors: 0 }
  return parts.map((each) => {
    const start = { ...at }
    const edit =
      'copied' in each
        ? { inputBytes: each.copied, viewBytes: each.copied, inputLines: 0, viewLines: 0 }
        : each
    at.viewByte += edit.viewBytes
    at.inputByte += edit.inputBytes
    at.lineShift += edit.inputLines - edit.viewLines
    at.errors += ('errors' in edit && edit.errors) || 0
    return { start, end: { ...at }, each }
  })
}

describe('a view map', () => {
  it('is the identity before anything is replaced', () => {
    const map = mapOf([{ copied: 5 }, { copied: 1e12 }])
    expect(map.isIdentity).toBe(true)
    expect(map.placeOf(7)).toEqual({ viewByte: 7, inputByte: 7, lineShift: 0, errors: 0 })
    expect(map.isExact(0, 1e12)).toBe(true)
    expect(map.viewByteOf(1e12)).toBe(1e12)
  })

  it('takes pairs of copied and cut out bytes at once as it takes them one by one', () => {
    const bytes = fc.oneof({ weight: 4, arbitrary: fc.nat(40) }, fc.nat(70_000))
    const pairs = fc.array(
      fc.tuple(
        bytes,
        bytes.map((n) => n + 1),
      ),
      { minLength: 1, maxLength: 700 },
    )
    fc.assert(
      fc.property(fc.array(pairs, { maxLength: 4 }), fc.nat(9), fc.boolean(), (lists, before, endsInCopy) => {
        const [each, all] = [new ViewMap(), new ViewMap()]
        for (const map of [each, all]) map.copy(before)
        for (const list of lists) {
          if (endsInCopy) list[list.length - 1][1] = 0
          for (const [copied, skipped] of list) {
            each.copy(copied)
            each.skip(skipped, 0)
          }
          all.copyAndSkip(Int32Array.from(list.flat()), list.length)
        }
        expect([all.viewBytes, all.inputBytes, all.heldBytes]).toEqual([
          each.viewBytes,
          each.inputBytes,
          each.heldBytes,
        ])
        for (let at = 0; at <= each.viewBytes; at += 1 + Math.floor(each.viewBytes / 50))
          expect(all.placeOf(at)).toEqual(each.placeOf(at))
      }),
      { numRuns: 50 },
    )
  })

  it('finds where each part begins, before what was cut out there', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
        const map = mapOf(parts)
        const all = starts(parts)
        const last = all[all.length - 1]?.end ?? { viewByte: 0, inputByte: 0, lineShift: 0, errors: 0 }
        expect([map.viewBytes, map.inputBytes]).toEqual([last.viewByte, last.inputByte])
        expect(map.placeOf(map.viewBytes)).toMatchObject(last)
        for (const { start } of all) {
          if (start.viewByte === last.viewByte) continue
          const first = all.find((other) => other.start.viewByte === start.viewByte)
          expect(map.placeOf(start.viewByte)).toMatchObject(first?.start ?? {})
        }
      }),
    )
  })

  it('answers in any order, and while it grows, as a map that is asked for the first time', () => {
    const small = fc.oneof(
      part,
      fc.nat(2).map((copied) => ({ copied })),
      fc.record({ inputBytes: fc.nat(3), inputLines: fc.nat(1), viewBytes: fc.nat(1), viewLines: fc.nat(1) }),
    )
    const parts = fc.array(small, { minLength: 100, maxLength: 400 })
    fc.assert(
      fc.property(parts, fc.array(fc.nat(1000), { minLength: 20 }), (all, at) => {
        const asked = new ViewMap()
        for (const count of [Math.floor(all.length / 2), all.length]) {
          const added = count === all.length ? all.slice(Math.floor(all.length / 2)) : all.slice(0, count)
          for (const each of added) 'copied' in each ? asked.copy(each.copied) : asked.replace(each)
          for (const [i, share] of at.entries()) {
            const [from, to] = [share, at[(i + 1) % at.length]].map((s) =>
              Math.floor((s * asked.viewBytes) / 1000),
            )
            const [start, end] = [Math.min(from, to), Math.max(from, to)]
            const byte = Math.floor((share * asked.inputBytes) / 1000)
            const questions: ((map: ViewMap) => unknown)[] = [
              (map) => map.repeatsIn(start, end),
              (map) => map.placeOf(from),
              (map) => map.viewByteOf(byte),
              (map) => map.isExact(start, end),
              (map) => map.sourceOf(start, end),
            ]
            for (const question of questions)
              expect(question(asked)).toEqual(question(mapOf(all.slice(0, count))))
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('goes on in step inside a copied part, and stays inside a replaced one', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 60 }), fc.nat(1000), (parts, pick) => {
        const map = mapOf(parts)
        const all = starts(parts)
        const { start, end, each } = all[pick % all.length]
        for (let at = start.viewByte + 1; at < end.viewByte; at += 7) {
          const place = map.placeOf(at)
          if ('copied' in each) expect(place.inputByte - start.inputByte).toBe(at - start.viewByte)
          expect(place.inputByte).toBeGreaterThanOrEqual(start.inputByte)
          expect(place.inputByte).toBeLessThanOrEqual(end.inputByte)
          expect(place.lineShift).toBe(start.lineShift)
          if ('copied' in each) expect(map.viewByteOf(place.inputByte)).toBe(at)
          expect(map.isExact(at, end.viewByte)).toBe(
            'copied' in each && (end.viewByte < map.viewBytes || isIdentityFrom(all, end)),
          )
        }
      }),
    )
  })

  it('lists the lines that stand for repeated ones', () => {
    const map = mapOf([
      { copied: 10 },
      { inputBytes: 500, inputLines: 20, viewBytes: 30, viewLines: 1, errors: 2, isRepeat: true },
      { copied: 5 },
    ])
    expect(map.repeatsIn(0, map.viewBytes)).toMatchObject([
      {
        view: { viewByte: 10, inputByte: 10, lineShift: 0, errors: 0 },
        viewEnd: { viewByte: 40, inputByte: 510, lineShift: 19, errors: 2 },
      },
    ])
    expect(map.repeatsIn(0, 10)).toEqual([])
  })

  it('stays exact where it is told to when it forgets the rest', () => {
    const map = new ViewMap()
    for (let i = 0; i < 20_000; i++) {
      map.copy(10)
      map.skip(4, 0)
    }
    const before = map.heldBytes
    map.forget([
      { startByte: 0, endByte: 100 },
      { startByte: 150_000, endByte: 150_100 },
    ])
    expect(map.heldBytes).toBeLessThan(before / 10)
    expect(map.placeOf(50).inputByte).toBe(66)
    expect(map.placeOf(150_055).inputByte).toBe(150_055 + 4 * 15_005)
    expect(map.placeOf(200_000).inputByte).toBe(280_000)
  })
})

/** True when nothing of the input follows a place. */
const isIdentityFrom = (all: ReturnType<typeof starts>, end: { inputByte: number }): boolean =>
  all[all.length - 1].end.inputByte === end.inputByte
