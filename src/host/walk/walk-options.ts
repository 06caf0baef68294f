import { resolve } from 'node:path'
import { names } from '../../check/names.ts'
import { flag, wholeOrInfinity } from '../../check/values.ts'
import { invalidOption } from '../../errors.ts'
import { globsOfTypes } from './file-types.ts'
import type { WalkOptions } from './walk.ts'

/** Which files and folders a tool looks at. */
export interface FilesOptions {
  /** Files and folders to look in. Default: the working directory. */
  paths?: readonly string[]
  /** Where relative paths and globs begin. Default: the working directory. */
  cwd?: string
  /**
   * Globs as in `.gitignore`, such as `*.ts`, `src/**` or `!*.min.js`. A glob includes what it matches, also what is
   * hidden or ignored; with `!` it excludes.
   */
  globs?: readonly string[]
  /** True: also names that begin with a dot. `.git` is always left out. Default: false. */
  hidden?: boolean
  /** False: what `.gitignore`, `.ignore` and `.rgignore` name is not left out. Default: true. */
  ignore?: boolean
  /** True: links are followed, but not in circles. Default: false. */
  follow?: boolean
  /** Levels of folders below each path, from 1. Default: all. */
  depth?: number
}

export const filesNames = names<FilesOptions>()('paths cwd globs hidden ignore follow depth')

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function walkOptionsOf(
  options: FilesOptions,
  types: readonly string[] = [],
): { paths: readonly string[]; walk: WalkOptions } {
  const paths = strings('paths', options.paths, ['.'])
  return {
    paths: paths.length === 0 ? ['.'] : paths.filter((path, at) => paths.indexOf(path) === at),
    walk: {
      cwd: resolve(cwdOf(options.cwd)),
      globs: strings('globs', options.globs, []),
      names: globsOfTypes(types),
      hidden: flag('hidden', options.hidden, false),
      ignore: flag('ignore', options.ignore, true),
      follow: flag('follow', options.follow, false),
      depth: wholeOrInfinity('depth', options.depth, Number.POSITIVE_INFINITY, 1),
    },
  }
}

function cwdOf(value: unknown = '.'): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value
  throw invalidOption('cwd', 'a folder', value)
}

/** A list of strings without NULs. */
export function strings(name: string, value: unknown, fallback: readonly string[]): readonly string[] {
  if (value === undefined) return fallback
  const isGood = (item: unknown) => typeof item === 'string' && item !== '' && !item.includes('\0')
  if (Array.isArray(value) && value.every(isGood)) return value
  throw invalidOption(name, 'an array of non-empty strings', value)
}
