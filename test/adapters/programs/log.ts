/** A log of 320 KB with an error in its middle. */
export const ERROR = 'error[E0425]: cannot find value `total` in this scope'
const filler = Array.from({ length: 8000 }, (_, at) => `Compiling unit ${at} of the large project`)
export const log: string = [...filler.slice(0, 4000), ERROR, ...filler.slice(4000)].join('\n')

export const LIMIT = 4096
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** What a program prints for its suite. */
export function report(values: object): void {
  console.log(JSON.stringify(values))
}

/** What reached a model, for its suite: a text, or a value as JSON. */
export function figuresOf(shown: unknown): object {
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown)
  return { bytes: bytesOf(text), hasError: text.includes('cannot find value `total`') }
}
