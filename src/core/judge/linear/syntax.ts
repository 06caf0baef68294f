import type { CodePoints } from './sets.ts'

export type Assertion = 'line-start' | 'line-end' | 'word-boundary' | 'no-word-boundary'

/** A parsed pattern. It has no groups, because nothing captures. */
export type Syntax =
  | { readonly kind: 'set'; readonly set: CodePoints }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Syntax[] }
  | { readonly kind: 'either'; readonly choices: readonly Syntax[] }
  | { readonly kind: 'repeat'; readonly body: Syntax; readonly min: number; readonly max: number }
