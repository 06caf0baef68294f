/** A file with matches, as ripgrep prints it with `--null`. */
interface FileRow {
  path: string
  count: number
}

/** The files of `--files-with-matches`: paths that end in NULs. */
export async function* nameRows(output: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow> {
  for await (const path of partsOf(output, 0)) yield { path, count: 1 }
}

/** The files of `--count`: a path, a NUL, the number of lines that match, and a line end. */
export async function* countRows(output: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow> {
  let path: string | undefined
  // The part behind a NUL begins with the number of the file before, and its line end.
  for await (const part of partsOf(output, 0, true)) {
    const end = part.indexOf('\n')
    if (path !== undefined && end >= 0) yield { path, count: Number(part.slice(0, end)) }
    path = path === undefined ? part : part.slice(end + 1)
  }
}

/** The texts between marks. A text behind the last mark comes only with `withRest`. */
async function* partsOf(
  output: AsyncIterable<Uint8Array>,
  mark: number,
  withRest = false,
): AsyncGenerator<string> {
  let held = Buffer.alloc(0)
  for await (const chunk of output) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    let from = 0
    for (let at = held.indexOf(mark); at >= 0; at = held.indexOf(mark, from)) {
      yield held.toString('utf8', from, at)
      from = at + 1
    }
    held = held.subarray(from)
  }
  if (withRest && held.length > 0) yield held.toString()
}
