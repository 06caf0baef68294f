import type { TokenWeights } from './token-units.ts'

// The interface of the scanner, which reads bytes once, window by window, and reports counts.
// It has two backends with equal facts: the kernels of assembly/ (wasm.ts) and plain TypeScript (js.ts). No fact
// depends on where a window ends.

/** Bytes in one window: the most that `ScanSession.window()` takes at once. */
export const WINDOW_BYTES = 256 * 1024

/** Bits of `WindowFacts.flags` and `Totals.flags`. */
export const FLAG_NON_ASCII = 1
export const FLAG_ESC = 2
export const FLAG_INVALID = 4

/** Facts of one window. The session owns the object, and overwrites it in the next call: copy what must last. */
export interface WindowFacts {
  /** Where the window starts in the input: number of bytes scanned before it. */
  startByte: number
  /** LF bytes in this window. */
  newlines: number
  /** Code points that begin in this window. The WHATWG decoder would count the same. */
  codePoints: number
  /** Kinds of bytes in this window: the FLAG_ bits. */
  flags: number
  /**
   * Token units of the bytes scanned so far, less those of earlier windows. The next call counts a sequence that the
   * window's end cuts. 0 in a session without tokens, and so is the total.
   */
  tokenUnits: number
}

/** Facts of the whole input, as plain data. Deep-equal across backends and for any chunking. */
export interface Totals {
  bytes: number
  /** LF bytes. */
  newlines: number
  /** Code points of the input's text. Each malformed sequence counts as one U+FFFD. */
  codePoints: number
  /** UTF-8 bytes of the input's text. Each malformed sequence takes three. */
  textBytes: number
  flags: number
  /** Token units of the input's text. */
  tokenUnits: number
}

export interface ScanRequest {
  /** The weights for `tokenUnits`. */
  tokens?: TokenWeights | undefined
}

/** The scan of one input. Sessions of one scanner may be interleaved. An abandoned session leaks nothing. */
export interface ScanSession {
  /** Buffer for the next bytes, `WINDOW_BYTES` long. Valid until the next call on any session of this scanner. */
  window(): Uint8Array
  /** Facts of the first `length` bytes of the window (0 to `WINDOW_BYTES`). */
  advance(length: number): WindowFacts
  /** Goes back to before the last call of `advance`. The window keeps its bytes. */
  rewind(): void
  finish(): Totals
}

/** The interface that both backends implement. Both return deep-equal facts. */
export interface Scanner {
  readonly backend: 'wasm' | 'js'
  open(request: ScanRequest): ScanSession
}
