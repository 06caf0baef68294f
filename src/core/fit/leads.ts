import type { ErrorMatch } from '../hold/facts.ts'
import type { FoundStatement } from '../hold/found.ts'
import type { Material } from './material.ts'

/**
 * What a cut must show before anything else: the two strongest statements that are in memory.
 */
export function leadsOf(
  statements: readonly FoundStatement[] = [],
  material: Material,
): readonly ErrorMatch[] {
  const { errorMatches } = material
  const leads: ErrorMatch[] = []
  for (const statement of statements) {
    const { matchStart } = material.shownMatch({
      matchStart: statement.startByte,
      matchEnd: statement.endByte,
    })
    const match = material.errorMatchAt(matchStart)
    if (!match) continue
    leads.push(match)
    if (leads.length === 2) return leads
  }
  return leads.length > 0 ? leads : errorMatches.slice(0, 1)
}
