import { PithError } from '../../errors.ts'

const aborted = ({ reason }: AbortSignal): PithError =>
  new PithError('PITH_ABORTED', 'Reading stopped because its signal was aborted.', { cause: reason })

/**
 * Ends work whose signal is aborted.
 *
 * @throws {PithError} `PITH_ABORTED`
 */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal)
}

/** A promise that rejects with `PITH_ABORTED` once the signal is aborted. `forget` removes its listener. */
export function rejection(signal: AbortSignal): { promise: Promise<never>; forget(): void } {
  let onAbort = () => {}
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(aborted(signal))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  promise.catch(() => {})
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) }
}

/** Waits for a promise, until the signal is aborted: then it rejects with `PITH_ABORTED`. */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const aborted = signal && rejection(signal)
  try {
    return await (aborted ? Promise.race([aborted.promise, promise]) : promise)
  } finally {
    aborted?.forget()
  }
}
