import picomatch from 'picomatch'

/** A compiled glob. It matches paths with `/` between names, relative to the folder that it was written for. */
export type Glob = (path: string, name: string) => boolean

const MAGIC = /[*?[\]{}\\!+@()]/

/**
 * Compiles a glob as `.gitignore` reads it: `*` and `?` stop at `/`, `**` does not, and braces are alternatives. A glob
 * without a slash matches a name at any depth.
 */
export function compileGlob(glob: string): Glob {
  const isAnchored = glob.includes('/')
  const rest = glob.startsWith('/') ? glob.slice(1) : glob
  if (!isAnchored) return ofName(rest)
  if (!MAGIC.test(rest)) return (path) => path === rest
  // What is inside of a folder, but not the folder.
  return matching(rest.endsWith('/**') ? `${rest}/*` : rest, false)
}

/** Most globs are a name or an ending, which need no regular expression. */
function ofName(glob: string): Glob {
  if (!MAGIC.test(glob)) return (_, name) => name === glob
  const [, ending] = /^\*([^*?[\]{}\\!+@()/]+)$/.exec(glob) ?? []
  if (ending !== undefined) return (_, name) => name.endsWith(ending)
  return matching(glob, true)
}

function matching(glob: string, byName: boolean): Glob {
  const expression = picomatch.makeRe(glob, {
    dot: true,
    noextglob: true,
    nonegate: true,
    windows: false,
    posix: true,
    strictSlashes: true,
  })
  return byName ? (_, name) => expression.test(name) : (path) => expression.test(path)
}
