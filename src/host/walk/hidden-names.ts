import { ofCaller } from '../../check/failure.ts'
import { isSecretRedactor } from '../../core/redaction.ts'
import { invalidOption } from '../../errors.ts'
import type { Redactor } from '../../redact/redactor.ts'

export interface RedactNamesOptions {
  /** Replaces secrets in names before anything is shown or kept. See `createSecretRedactor`. Default: none. */
  redact?: Redactor
}

/** Shows a path, or a name, without secrets. */
export type ShowName = (path: string) => string

/**
 * What hides secrets in names. Each name is read by itself: what begins in one does not go on in the next.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function hidingNames(redact: Redactor | undefined): ShowName {
  if (redact === undefined) return (path) => path
  if (typeof redact !== 'function') throw invalidOption('redact', 'a function', redact)
  const asked = isSecretRedactor(redact) ? redact : ofCaller(redact)
  return (path) => {
    const restore = redact.state?.save()
    try {
      return path
        .split('\n')
        .map((line) => asked(line))
        .join('\n')
    } finally {
      restore?.()
    }
  }
}
