import { afterEach, beforeEach, vi } from 'vitest'

/** Lets the net catch errors in a suite, and takes its faults away after each test. */
export function letNetCatch(): void {
  beforeEach(() => {
    vi.stubEnv('PITH_NET', '')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    // The one resets the functions of modules, the other the methods.
    vi.resetAllMocks()
    vi.restoreAllMocks()
  })
}
