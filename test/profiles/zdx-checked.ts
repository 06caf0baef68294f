import * as zdx from '../../src/extra/profiles/zdx.ts'
import { checkProfile } from '../support/profile.ts'

/** The profile, its results checked after every call. */
export * from '../../src/extra/profiles/zdx.ts'

export const read: typeof zdx.read = (input, options) => {
  const page = zdx.read(input, options)
  const again = () => zdx.read(input, options).content
  checkProfile(page.content, { again, input, totals: { totalLines: page.total_lines } })
  return page
}

export const bash: typeof zdx.bash = (input, options) => {
  const output = zdx.bash(input, options)
  const given = typeof input === 'string' || input instanceof Uint8Array ? { stdout: input } : input
  for (const stream of ['stdout', 'stderr'] as const) {
    checkProfile(output[stream], {
      again: () => zdx.bash(input)[stream],
      input: given[stream] ?? '',
      // For a string the bytes of its text are the bytes of the stream.
      totals: typeof given[stream] === 'string' ? { totalBytes: output[`${stream}_total_bytes`] } : undefined,
    })
    const bytes = new TextEncoder().encode(output[stream]).length
    if (bytes > zdx.MAX_OUTPUT_BYTES) throw new Error(`${stream} has ${bytes} bytes`)
  }
  return output
}

/** Where the next page begins, as a page tells it; undefined at the end. */
function nextOf(page: zdx.ReadOutput): zdx.ReadOptions | undefined {
  if (!page.truncated) return undefined
  if (page.next_column !== undefined) return { offset: page.offset, column: page.next_column }
  return { offset: page.offset + page.lines_shown }
}

/** All pages, each where the one before it says. More than `most` of them is a paging that does not end. */
export function pagesOf(
  input: Parameters<typeof zdx.read>[0],
  options: zdx.ReadOptions,
  most: number,
): zdx.ReadOutput[] {
  const pages = [read(input, options)]
  for (let next = nextOf(pages[0]); next; next = nextOf(pages[pages.length - 1])) {
    if (pages.length === most) throw new Error(`There are more than ${most} pages.`)
    pages.push(read(input, { ...options, ...next }))
  }
  return pages
}

/** That many lines, each with its LF. */
export const linesOf = (count: number, line: (number: number) => string = (n) => `line ${n}`): string =>
  Array.from({ length: count }, (_, i) => `${line(i + 1)}\n`).join('')

/** Keeps what it is given, as a host without files would. */
export function memorySpill(): { files: Map<string, Uint8Array>; spill: zdx.Spill } {
  const files = new Map<string, Uint8Array>()
  const spill: zdx.Spill = (stream, bytes) => {
    const path = `/spill/zdx-bash-1-${stream}.txt`
    files.set(path, bytes)
    return path
  }
  return { files, spill }
}
