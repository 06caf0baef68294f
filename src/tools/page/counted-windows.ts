import { failureOf, tolerate } from '../../check/failure.ts'
import { countLf } from '../../core/bytes/lines.ts'
import { scannerFor } from '../../core/scan/backend.ts'
import { BLOCK_BYTES, type ScanSession, WINDOW_BYTES, type WindowFacts } from '../../core/scan/scanner.ts'
import type { PartFailure } from '../../truncation.ts'

type LineFacts = Pick<WindowFacts, 'newlines' | 'blockNewlines'>

/** Counts the lines of windows, by a scanner as long as it works. */
export class CountedWindows {
  /** Why no scanner counts any more. Nothing is lost by that. */
  failure: PartFailure | undefined
  backend: 'wasm' | 'js' = 'js'
  #session: ScanSession | undefined
  readonly #blockNewlines = new Uint16Array(WINDOW_BYTES / BLOCK_BYTES)

  constructor(backend: Parameters<typeof scannerFor>[0]) {
    this.#scanned(() => {
      const scanner = scannerFor(backend)
      this.backend = scanner.backend
      this.#session = scanner.open({})
    })
  }

  /** The facts of the next window. */
  take(window: Uint8Array): LineFacts {
    return (
      this.#scanned((session) => {
        session?.window().set(window)
        return session?.advance(window.length)
      }) ?? this.#counted(window)
    )
  }

  /** UTF-8 bytes of the text. Undefined when not all of it was scanned. */
  end(): number | undefined {
    return this.#scanned((session) => session?.finish().textBytes)
  }

  #scanned<Result>(scan: (session: ScanSession | undefined) => Result): Result | undefined {
    try {
      return scan(this.#session)
    } catch (error) {
      tolerate(error)
      this.#session = undefined
      this.failure = failureOf('scanning', error)
      return undefined
    }
  }

  #counted(window: Uint8Array): LineFacts {
    let newlines = 0
    for (let block = 0; block * BLOCK_BYTES < window.length; block++) {
      const count = countLf(window, block * BLOCK_BYTES, Math.min(window.length, (block + 1) * BLOCK_BYTES))
      this.#blockNewlines[block] = count
      newlines += count
    }
    return { newlines, blockNewlines: this.#blockNewlines }
  }
}
