import { afterEach, describe, expect, it } from 'vitest'
import { lastingLaunch, launchIn } from '../../src/agents/install/launch.ts'

const { platform } = process
const on = (name: string) => Object.defineProperty(process, 'platform', { value: name })
afterEach(() => on(platform))

describe('how pith is started', () => {
  it('is refused on Windows, where pith has no shell', () => {
    on('win32')
    expect(() => lastingLaunch()).toThrow(
      expect.objectContaining({ code: 'PITH_NOT_STARTED', message: expect.stringContaining('WSL') }),
    )
  })

  it.each(['linux', 'darwin'])('names paths on %s', (name) => {
    on(name)
    expect(lastingLaunch().command).toEqual([process.execPath, expect.stringContaining('main.js')])
  })

  it('names the parts of a folder', () => {
    expect(launchIn('/opt/pith/dist', '/usr/bin/node')).toEqual({
      command: ['/usr/bin/node', '/opt/pith/dist/cli/main.js'],
      shell: '/opt/pith/dist/shell/pith',
      bash: '/opt/pith/dist/shell/bash',
      prefix: '/opt/pith/dist/shell/prefix',
      plugins: '/opt/pith/dist/plugins',
    })
  })
})
