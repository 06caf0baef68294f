// What the words of a command line mean: the one source of the help and the completions of shells.

/** What can stand for a value or an operand: one of these words, or what a shell finds. */
export type Completes = readonly string[] | 'artifact' | 'file' | 'folder' | 'command'

export interface OptionWords {
  /** How its value is written. Absent for an option without one. */
  value?: string
  says: string
  completes?: Completes
}

export interface CommandWords {
  /** What it does, in a few words, as completions show it. */
  summary: string
  /** Each way to call it, as it is typed after `pith`, and what that does. */
  forms: readonly (readonly [usage: string, says: string])[]
  /** What its operands can be. */
  operands?: Completes
  /** Options that mean something else here than elsewhere, or that only this command has. */
  own?: Readonly<Record<string, OptionWords>>
}

/** Options that mean the same for several commands, under one heading. */
export interface OptionGroup {
  title: string
  options: Readonly<Record<string, OptionWords>>
}

/** `a, b or c`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
