import type { CodePoints } from './sets.ts'

export type Assertion = 'line-start' | 'line-end' | 'word-boundary' | 'no-word-boundary'

/** Consecutive printable ASCII characters. `fold`: letters match in either case. */
interface Text {
  readonly kind: 'text'
  readonly text: string
  readonly fold: boolean
}

interface CodePointSet {
  readonly kind: 'set'
  readonly set: CodePoints
}

interface Asserted {
  readonly kind: 'assertion'
  readonly assertion: Assertion
}

interface Sequence<Part> {
  readonly kind: 'sequence'
  readonly parts: readonly Part[]
}

interface Either<Part> {
  readonly kind: 'either'
  readonly choices: readonly Part[]
}

interface Repeat<Part> {
  readonly kind: 'repeat'
  readonly body: Part
  readonly min: number
  readonly max: number
}

/** A parsed pattern. It has no groups, because nothing captures. */
export type Syntax = Text | CodePointSet | Asserted | Sequence<Syntax> | Either<Syntax> | Repeat<Syntax>

/** A parsed pattern in which each character is a set. */
export type Spelled = CodePointSet | Asserted | Sequence<Spelled> | Either<Spelled> | Repeat<Spelled>

/** The parts in order. Nested sequences are flattened. */
export function sequence<Part extends Syntax>(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0]
  let flat: Syntax[] | readonly Syntax[] = parts
  for (const { kind } of parts) {
    if (kind === 'sequence') flat = parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : [part]))
  }
  return { kind: 'sequence', parts: flat } as Syntax as Part
}

export function spelledOut(syntax: Syntax): Spelled {
  switch (syntax.kind) {
    case 'text':
      return sequence(Array.from(syntax.text, (character) => setOf(character, syntax.fold)))
    case 'sequence':
      return sequence(syntax.parts.map(spelledOut))
    case 'either':
      return { kind: 'either', choices: syntax.choices.map(spelledOut) }
    case 'repeat':
      return { ...syntax, body: spelledOut(syntax.body) }
    case 'set':
    case 'assertion':
      return syntax
  }
}

function setOf(character: string, fold: boolean): Spelled {
  const code = character.charCodeAt(0)
  const lower = code | 0x20
  const isFolded = fold && lower >= 0x61 && lower <= 0x7a
  return { kind: 'set', set: isFolded ? [lower - 0x20, lower - 0x20, lower, lower] : [code, code] }
}
