const encoder = /* @__PURE__ */ new TextEncoder()

/** Encodes strings that arrive in pieces. A high surrogate at the end of one waits for its other half. */
export class PieceEncoder {
  /** A high surrogate that waits for its other half. */
  #half = ''

  encode(text: string): Uint8Array {
    return encoder.encode(this.ready(text))
  }

  /** Encodes a waiting surrogate whose other half did not follow as U+FFFD, like `toWellFormed()`. */
  encodeRest(): Uint8Array {
    const rest = encoder.encode(this.#half)
    this.#half = ''
    return rest
  }

  /** The text that can be encoded now. */
  ready(text: string): string {
    const all = this.#half + text
    const waits = isHigh(all.charCodeAt(all.length - 1))
    this.#half = waits ? all[all.length - 1] : ''
    return waits ? all.slice(0, -1) : all
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
