/** A place in a file that a message names. */
export interface FilePlace {
  file: string
  /** 1-indexed. */
  line?: number
  /** As the tool counts. */
  column?: number
}

/** A path begins behind what cannot be in one, so that each word of a line is tried once. */
const BEGIN = String.raw`(?:^|[\s()\[\]{}"'<>,;=|*]|\b[a-z]+:\/\/)`
const PATH = String.raw`(?:[A-Za-z]:[\\/])?[^\s:()\[\]{}"'<>,;=|*]+\.[A-Za-z][\w+-]{0,11}`

/** The forms of places. Groups: file, line, column. */
const forms = [
  // GCC, Clang, Go, Rust, TypeScript, Java, MSBuild, Maven, Kotlin.
  new RegExp(String.raw`${BEGIN}(${PATH})(?::|: ?\(|\(|:\[|\[)(\d+)(?!\w)(?:(?:[:.,]|, ?)(\d+))?`),
]
/** Those with the word `line`, which are more telling. */
const wordyForms = [
  // Python, OCaml.
  /File "([^"]{1,300})", lines? (\d+)(?:-\d+)?(?:, characters? (\d+))?/,
  // PHP, Perl, R.
  new RegExp(String.raw`\b(?:in|at) (${PATH})(?: on)? line (\d+)`),
  // Shells, Ruby.
  new RegExp(String.raw`${BEGIN}(${PATH}): line (\d+)`),
]

/** A place in code that belongs to a language or to a package. */
const FOREIGN =
  /node_modules|site-packages|dist-packages|node:internal|internal\/|\/usr\/|\/rustc\/|\.cargo\/registry|\/go\/pkg\/|vendor\/|jdk\.internal|java\.base|org\.junit|\bat (?:[\w.]+\/)?(?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|System|Microsoft)\.|\.gradle\/|\.m2\/|<frozen|gems\//

/** The place that a line names. Undefined if it names none. */
export function placeInText(text: string): FilePlace | undefined {
  for (const form of text.includes('line') ? [...wordyForms, ...forms] : forms) {
    const [found, file, line, column] = form.exec(text) ?? []
    if (found === undefined || file === undefined || isVersion(file)) continue
    return {
      file,
      ...(line !== undefined && { line: Number(line) }),
      ...(column !== undefined && { column: Number(column) }),
    }
  }
  return undefined
}

/** True for the place of a frame or an excerpt whose message comes below it. */
export const isAboveMessage = (text: string): boolean => ABOVE.test(text)

/** Python, OCaml; behind the name of a service, too. A place alone that a colon ends, as of Fortran and Haskell. */
const ABOVE = /(?:^|[\]:|] )\s*File "[^"]{1,300}", lines? \d|^\s*[^\s:()"']+\.\w{1,12}(?::\d+){1,2}:\s*$/

/** True for code that the reader is unlikely to have written. */
export const isForeign = (text: string): boolean => FOREIGN.test(text)

const isVersion = (file: string): boolean => /^v?[\d.]+\w*$/.test(file)
