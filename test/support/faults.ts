import { PithError } from '../../src/errors.ts'
import type { Kind, Structure } from '../../src/kinds/kind.ts'

/** What a fault throws. */
export const errors: Readonly<Record<string, () => unknown>> = {
  Error: () => new Error('a fault'),
  'a full stack': () => new RangeError('Maximum call stack size exceeded'),
  'an error of WebAssembly': () => new WebAssembly.RuntimeError('memory access out of bounds'),
  'a PithError by mistake': () => new PithError('PITH_INVALID_INPUT', 'a fault'),
  'what is no Error': () => 'a fault',
}

/** Where a kind of output can fail. */
export const kindStages = ['recognise', 'read', 'write', 'end', 'choose'] as const

/** A structure that fails at one stage. */
export function failingStructure(
  real: Structure,
  stage: (typeof kindStages)[number],
  error: () => unknown,
): Structure {
  const fail = () => {
    throw error()
  }
  const failing = (kind: Kind): Kind => ({
    ...kind,
    read: (maxBytes, heldBytes) => {
      if (stage === 'read') fail()
      const reader = kind.read(maxBytes, heldBytes)
      return {
        ...(reader.readsColours !== undefined && { readsColours: reader.readsColours }),
        write: (bytes, owned) => (stage === 'write' ? fail() : reader.write(bytes, owned)),
        end: () => {
          if (stage === 'end') fail()
          const outline = reader.end()
          return outline && stage === 'choose' ? { counts: outline.counts, choose: fail } : outline
        },
      }
    },
  })
  return {
    recognise: (head, isWhole) => {
      if (stage === 'recognise') fail()
      const kind = real.recognise(head, isWhole)
      return kind && failing(kind)
    },
  }
}
