import { afterAll, beforeAll, inject } from 'vitest'
import { World } from '../world.ts'
import type { ServerStart } from './sdk.ts'

/** A world for clients of MCP, with the server as it is and with pith in front of it. */
export interface Servers {
  world(): World
  plain(): ServerStart
  wrapped(): ServerStart
}

export function useServers(): Servers {
  let world: World
  beforeAll(() => {
    world = new World(inject('largeServer'), [inject('pithPrograms')])
  })
  afterAll(() => world.end())
  const start = (command: string, args: readonly string[]): ServerStart => ({
    command,
    args,
    env: world.env,
    cwd: world.project,
  })
  return {
    world: () => world,
    plain: () => start(process.execPath, [world.server]),
    wrapped: () => start('pith', ['mcp', 'wrap', '--', process.execPath, world.server]),
  }
}
