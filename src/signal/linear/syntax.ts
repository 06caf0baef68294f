import type { CodePoints } from './sets.ts'

export type Assertion = 'line-start' | 'line-end' | 'word-boundary' | 'no-word-boundary'

/** A parsed pattern. Groups are gone; nothing captures. */
export type Syntax =
  | { readonly kind: 'set'; readonly set: CodePoints }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Syntax[] }
  | { readonly kind: 'either'; readonly choices: readonly Syntax[] }
  | { readonly kind: 'repeat'; readonly body: Syntax; readonly min: number; readonly max: number }

/** The parts in order, without sequences inside sequences. */
export function sequence(parts: readonly Syntax[]): Syntax {
  if (parts.length === 1) return parts[0]
  return {
    kind: 'sequence',
    parts: parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : [part])),
  }
}
