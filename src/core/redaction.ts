import { failureOf, tolerate } from '../check/failure.ts'
import { PithError } from '../errors.ts'
import { LineRedactor } from '../redact/line-redactor.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { PartFailure } from '../truncation.ts'
import { countLf } from './bytes/lines.ts'

const LF = 0x0a
const NOTHING = new Uint8Array(0)

/** Why nothing of an input may be shown, and its size. */
export type Refusal = PartFailure & { totalBytes: number; totalLines: number }

/**
 * Redacts an input, and counts it. Once pith's own redaction has failed, nothing more comes out. An error that a
 * caller's redactor throws is the caller's.
 */
export class Redaction {
  readonly #redactor: LineRedactor
  readonly #isOwn: boolean
  /** What the caller's redactor has thrown. */
  #theirs: { error: unknown } | undefined
  #failure: PartFailure | undefined
  #bytes = 0
  #newlines = 0
  #lastByte = LF

  /** @param keepsLines as for `LineRedactor` */
  constructor(redact: Redactor, keepsLines = false) {
    this.#isOwn = isSecretRedactor(redact)
    const asked = this.#isOwn || typeof redact !== 'function' ? redact : this.#watched(redact)
    this.#redactor = new LineRedactor(asked, keepsLines)
  }

  get refusal(): Refusal | undefined {
    if (!this.#failure) return undefined
    const totalLines = this.#newlines + (this.#lastByte === LF ? 0 : 1)
    return { ...this.#failure, totalBytes: this.#bytes, totalLines }
  }

  write(bytes: Uint8Array): Uint8Array {
    this.#bytes += bytes.length
    this.#newlines += countLf(bytes)
    if (bytes.length > 0) this.#lastByte = bytes[bytes.length - 1]
    return this.#safe(() => this.#redactor.write(bytes))
  }

  end(): Uint8Array {
    return this.#safe(() => this.#redactor.end())
  }

  #safe(redacted: () => Uint8Array): Uint8Array {
    if (this.#failure) return NOTHING
    try {
      return redacted()
    } catch (error) {
      const isTheirs = !this.#isOwn && (this.#theirs?.error === error || error instanceof PithError)
      if (isTheirs) throw error
      tolerate(error)
      this.#failure = failureOf('redaction', error)
      return NOTHING
    }
  }

  #watched(redact: Redactor): Redactor {
    const watched = (text: string) => {
      try {
        return redact(text)
      } catch (error) {
        this.#theirs = { error }
        throw error
      }
    }
    return redact.state ? Object.assign(watched, { state: redact.state }) : watched
  }
}

/** True for a redactor of `createSecretRedactor`. A function around it must see every line, so it has no `nextChange`. */
export const isSecretRedactor = (redact: Redactor): boolean =>
  typeof redact === 'function' && redact.nextChange !== undefined
