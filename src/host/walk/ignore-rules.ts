import type { Glob } from './globs.ts'

type Compile = (glob: string) => Glob

interface Rule {
  matches: Glob
  /** True for a rule such as `!keep.log`, which includes again what an earlier one excludes. */
  isNegated: boolean
  ofFoldersOnly: boolean
}

/** What a set of rules says of a path. Undefined: nothing. */
export type Verdict = 'ignored' | 'included' | undefined

/**
 * The rules of one ignore file, or of globs on a command line.
 *
 * A path is judged by itself, not by the folders above it: the walk does not enter an ignored folder, unless it was asked
 * for by name, and then the files in it are wanted.
 */
export class IgnoreRules {
  readonly #rules: Rule[] = []
  readonly #compile: Compile

  constructor(compile: Compile) {
    this.#compile = compile
  }

  /** The rules in a file's text, one in each line. */
  static of(text: string, compile: Compile): IgnoreRules | undefined {
    const rules = new IgnoreRules(compile)
    for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) rules.add(line)
    return rules.#rules.length > 0 ? rules : undefined
  }

  add(line: string): void {
    if (line.startsWith('#')) return
    let glob = line.replace(/(?<!\\)[ \t]+$/, '')
    const isNegated = glob.startsWith('!')
    if (isNegated) glob = glob.slice(1)
    const ofFoldersOnly = glob.endsWith('/')
    if (ofFoldersOnly) glob = glob.slice(0, -1)
    if (glob === '' || glob === '/') return
    this.#rules.push({ matches: this.#compiled(glob), isNegated, ofFoldersOnly })
  }

  get size(): number {
    return this.#rules.length
  }

  get hasPlain(): boolean {
    return this.#rules.some(({ isNegated }) => !isNegated)
  }

  /** The verdict of the last rule that matches a path relative to the folder of the rules. */
  verdict(path: string, name: string, isFolder: boolean): Verdict {
    for (let at = this.#rules.length - 1; at >= 0; at--) {
      const { matches, isNegated, ofFoldersOnly } = this.#rules[at]
      if ((!ofFoldersOnly || isFolder) && matches(path, name)) return isNegated ? 'included' : 'ignored'
    }
    return undefined
  }

  /** A glob that cannot be compiled matches nothing, as in git. */
  #compiled(glob: string): Glob {
    try {
      return this.#compile(glob)
    } catch {
      return () => false
    }
  }
}
