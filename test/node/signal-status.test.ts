import { constants } from 'node:os'
import { describe, expect, it } from 'vitest'
import { statusOfSignal } from '../../src/host/signal-status.ts'

/** What Node's `os.constants.signals` has on Windows. */
const WINDOWS = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGILL: 4,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
  SIGBREAK: 21,
  SIGABRT: 22,
  SIGWINCH: 28,
}

describe('the exit status of a program that a signal has ended', () => {
  it.each([
    ['SIGHUP', 129, 129],
    ['SIGINT', 130, 130],
    ['SIGQUIT', 131, undefined],
    ['SIGABRT', 134, 150],
    ['SIGKILL', 137, 137],
    ['SIGSEGV', 139, 139],
    ['SIGPIPE', 141, undefined],
    ['SIGTERM', 143, 143],
    ['SIGBREAK', undefined, 149],
    ['toString', undefined, undefined],
  ])('of %s is %s on Linux and %s on Windows', (signal, linux, windows) => {
    if (process.platform === 'linux') expect(statusOfSignal(signal, constants.signals)).toBe(linux)
    expect(statusOfSignal(signal, WINDOWS)).toBe(windows)
  })

  it('is none where no signal has', () => {
    expect(statusOfSignal(null)).toBeUndefined()
    expect(statusOfSignal(undefined)).toBeUndefined()
  })
})
