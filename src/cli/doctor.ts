import type { Parsed } from './arguments.ts'

export async function doctor(_: Parsed): Promise<number> {
  return 2
}
