import { tellsFailure } from './failure-words.ts'

// Lines of text around JSON documents: the headers of a transfer, or what a command says before it prints its report.

/** More text than this is no text beside documents. */
const MOST_LINES = 64
/** What is read of a line. */
const LINE_BYTES = 400

const decoder = /* @__PURE__ */ new TextDecoder()

export class TextLines {
  count = 0
  readonly #bytes = new Uint8Array(LINE_BYTES)
  #length = 0

  push(bytes: Uint8Array): void {
    const part = bytes.subarray(0, LINE_BYTES - this.#length)
    this.#bytes.set(part, this.#length)
    this.#length += part.length
  }

  /** Ends a line. False when the text matters more than the documents. */
  end(): boolean {
    const text = decoder.decode(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    this.count++
    return this.count <= MOST_LINES && !tellsFailure(text)
  }
}

/** How a document begins that has lines above it. */
const OPENING = /^(?:\{|\[\{?)\r?$|^(?:\{"|\[\{"|\[")/
/** The line below `{` or `[`. */
const SECOND = /^\s+(?:["{[\]}]|-?\d|true|false|null)/
/** Begins a line of Markdown, or a statement. */
const OTHER_TEXT = /^(?:```|~~~|#)|[({=>]$/

/** True for a JSON document below lines of text, none of which tells of a failure. */
export function isBelowText(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => OPENING.test(line))
  if (first < 1 || first > MOST_LINES) return false
  const isOpen = /^[{[]{1,2}\r?$/.test(lines[first])
  if (isOpen && !SECOND.test(lines[first + 1] ?? '')) return false
  return !lines.slice(0, first).some((line) => OTHER_TEXT.test(line.trimEnd()) || tellsFailure(line))
}
