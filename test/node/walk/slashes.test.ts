import { expect, it } from 'vitest'
import { slashed } from '../../../src/host/walk/slashes.ts'

it.each([
  ['win32', 'C:\\logs\\src/a.ts', 'C:/logs/src/a.ts'],
  ['win32', '\\\\server\\share\\a', '//server/share/a'],
  ['win32', 'src/a.ts', 'src/a.ts'],
  ['linux', '/logs/a\\b', '/logs/a\\b'],
  ['darwin', '/logs/a\\b', '/logs/a\\b'],
])('on %s the path %s is compared as %s', (platform, path, expected) => {
  expect(slashed(path, platform)).toBe(expected)
})
