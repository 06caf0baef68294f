import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Glob } from './globs.ts'
import { IgnoreRules, type Verdict } from './ignore-rules.ts'
import { slashed } from './slashes.ts'

/** The files with rules, the strongest first. Only rules of git end at the border of a repository. */
const FILES = ['.rgignore', '.ignore', '.gitignore'] as const
const GIT = 2
/** What a folder may have that has a say in what is ignored. */
export const IGNORE_NAMES = ['.git', ...FILES] as const
/** A larger ignore file is not read. */
const MOST_BYTES = 4 * 1024 * 1024

/** A folder with its ignore files, and the folders above it. */
export class IgnoreLevel {
  readonly #folder: string
  readonly #above: IgnoreLevel | undefined
  readonly #rules: (IgnoreRules | undefined)[]
  readonly #hasGit: boolean
  /** True if this folder or one above it is a repository of git. */
  readonly #isInGit: boolean

  private constructor(folder: string, above: IgnoreLevel | undefined, names: Names, compile: Compile) {
    this.#folder = folder
    this.#above = above
    this.#hasGit = names('.git')
    this.#isInGit = this.#hasGit || (above ? above.#isInGit : false)
    this.#rules = FILES.map((name) => (names(name) ? rulesIn(join(folder, name), compile) : undefined))
  }

  /** The level of a folder. Reads the ignore files of all folders above it. */
  static above(folder: string, compile: Compile): IgnoreLevel | undefined {
    const parent = dirname(folder)
    if (parent === folder) return undefined
    return new IgnoreLevel(
      parent,
      IgnoreLevel.above(parent, compile),
      (name) => existsSync(join(parent, name)),
      compile,
    )
  }

  /** The level of a folder that is walked. A folder without rules shares that of the folder above it. */
  static of(
    folder: string,
    above: IgnoreLevel | undefined,
    names: Names,
    compile: Compile,
  ): IgnoreLevel | undefined {
    const has = IGNORE_NAMES.some((name) => names(name))
    return has ? new IgnoreLevel(folder, above, names, compile) : above
  }

  /** What the nearest rules say of an absolute path. */
  verdict(path: string, name: string, isFolder: boolean): Verdict {
    for (let kind = 0; kind < FILES.length; kind++) {
      const found = kind === GIT && !this.#isInGit ? undefined : this.#verdictOf(kind, path, name, isFolder)
      if (found !== undefined) return found
    }
    return undefined
  }

  #verdictOf(kind: number, path: string, name: string, isFolder: boolean): Verdict {
    let level: IgnoreLevel | undefined = this
    while (level) {
      const prefix = level.#folder.length + (level.#folder.endsWith('/') ? 0 : 1)
      const found = level.#rules[kind]?.verdict(slashed(path.slice(prefix)), name, isFolder)
      if (found !== undefined) return found
      if (kind === GIT && level.#hasGit) return undefined
      level = level.#above
    }
    return undefined
  }
}

type Compile = (glob: string) => Glob
/** Whether the folder has an entry of a name. */
type Names = (name: string) => boolean

function rulesIn(path: string, compile: Compile): IgnoreRules | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    return text.length > MOST_BYTES ? undefined : IgnoreRules.of(text, compile)
  } catch {
    // A file that cannot be read ignores nothing, as in git.
    return undefined
  }
}
