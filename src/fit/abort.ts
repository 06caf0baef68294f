import { PithError } from '../errors.ts'

const givenUp = (): PithError =>
  new PithError('PITH_ABORTED', 'The reading was given up because its signal was aborted.')

/**
 * What waits for something that may never come asks this whether to go on.
 *
 * @throws {PithError} `PITH_ABORTED`
 */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw givenUp()
}

/** A promise that rejects with `PITH_ABORTED`; `forget` takes its listener from the signal. */
export function rejection(signal: AbortSignal): { promise: Promise<never>; forget(): void } {
  let onAbort = () => {}
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(givenUp())
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  promise.catch(() => {})
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) }
}
