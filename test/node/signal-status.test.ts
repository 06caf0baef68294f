import { expect, it } from 'vitest'
import { statusOfSignal } from '../../src/host/signal-status.ts'

it.each([
  ['SIGINT', 130],
  ['SIGKILL', 137],
  ['SIGQUIT', undefined],
  ['toString', undefined],
  [null, undefined],
  [undefined, undefined],
])('the exit status of a program that %s has ended is %s', (signal, status) => {
  // Windows has no SIGQUIT.
  expect(statusOfSignal(signal, { SIGINT: 2, SIGKILL: 9 })).toBe(status)
})
