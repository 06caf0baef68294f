import { dirname } from 'node:path'
import { inject } from 'vitest'
import type { Client } from './clients/client.ts'
import { type Ended, run } from './run.ts'
import type { Prepare } from './session.ts'
import type { World } from './world.ts'

/** Runs the installed `pith` in the world's project, as its user does. Throws when it fails. */
export async function pith(world: World, words: readonly string[], expected = 0): Promise<Ended> {
  const ended = await run(world, ['pith', ...words])
  if (ended.status === expected) return ended
  throw new Error(`\`pith ${words.join(' ')}\` ended with ${ended.status}:\n${ended.stdout}${ended.stderr}`)
}

/** `pith install` finds the client's version where its program is on the path. */
export const programsFor = ({ program }: Client): string[] => [inject('pithPrograms'), dirname(program)]

/** Puts pith into a client as its user does. */
export const installing =
  ({ agent, shellBy }: Client): Prepare =>
  async (world) => {
    await pith(world, ['install', ...(shellBy === 'nothing' ? ['mcp'] : []), agent, '--yes'])
  }

/** Puts pith in front of all MCP servers of a client, and nowhere else. */
export const wrapping =
  ({ agent }: Client): Prepare =>
  async (world) => {
    await pith(world, ['install', 'mcp', agent, '--yes'])
  }
