import { describe, expect, it } from 'vitest'
import { startFailure } from '../../src/node/start-process.ts'

const failed = (code: string) => Object.assign(new Error(`spawn x ${code}`), { code })

describe('a command that cannot be started', () => {
  it.each([
    ['linux', true, 'ENOENT', 'The command "tool" was not found.'],
    ['linux', false, 'ENOENT', 'The command "tool" was not found.'],
    ['darwin', true, 'EACCES', 'The command "tool" is not executable.'],
    ['win32', true, 'ENOENT', 'The command "tool" was not found.'],
    ['win32', true, 'EINVAL', 'The command "tool" could not be started: the system reports EINVAL.'],
    [
      'win32',
      false,
      'ENOENT',
      'The command "tool" could not be started: pith needs /bin/sh for it, which Windows does not have. Use pith in WSL.',
    ],
  ] as const)('on %s, directly: %s, with %s is told in words', (platform, isDirect, code, message) => {
    expect(startFailure('tool', undefined, failed(code), isDirect, platform)).toEqual({ code, message })
  })
})
