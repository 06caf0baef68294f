// Shows what retention depends on: turns off each kind of rule in turn, and the rules that only one tool needs.
import { contendersFor } from './contenders.mjs'
import { retention, sufficientBytes } from './score.mjs'
import { loadWithout } from './without.mjs'

/**
 * Measures retention without the rules of each kind.
 *
 * @returns {Promise<{ kind: string, rows: number, kept: Map<number, Set<string>>, sufficientBytes: number }[]>}
 */
export async function withoutEachKind(logs) {
  const { rules } = await loadWithout([])
  const results = []
  for (const kind of new Set(rules.map((rule) => rule.kind))) {
    const names = rules.filter((rule) => rule.kind === kind).map(({ name }) => name)
    const pith = await pithWithout(names)
    results.push({
      kind,
      rows: names.length,
      kept: retention([pith], logs)[0].kept,
      sufficientBytes: sufficientBytes(pith, logs),
    })
  }
  return results
}

/**
 * Measures retention of each tool's logs without the rules that only this tool needs. These match one of its decisive
 * lines, but no decisive line of another tool. Nobody would have written them without its logs.
 *
 * @returns {Promise<{ tool: string, logs: object[], without: string[], kept: Map<number, Set<string>> }[]>}
 */
export async function withoutEachTool(logs) {
  const toolsOfRule = await rulesInUse(logs)
  const tools = [...new Set(logs.map(({ tool }) => tool))].sort()
  const results = []
  for (const tool of tools) {
    const without = [...toolsOfRule]
      .filter(([, users]) => users.size === 1 && users.has(tool))
      .map(([name]) => name)
    const own = logs.filter((log) => log.tool === tool)
    const pith = await pithWithout(without)
    results.push({ tool, logs: own, without, kept: retention([pith], own)[0].kept })
  }
  return results
}

export async function pithWithout(names) {
  const { truncate } = await loadWithout(names)
  return contendersFor(truncate)[0]
}

/** For each rule, the tools with a decisive line that the rule matches. */
async function rulesInUse(logs) {
  const { rules } = await loadWithout([])
  const lines = logs.flatMap(({ tool, bytes, decisive }) =>
    linesAt(bytes, decisive).map((line) => ({ tool, line })),
  )
  const users = new Map()
  for (const { name, kind } of rules) {
    const others = rules.filter((rule) => rule.name !== name)
    const { createJudge, kindBit } = await loadWithout(others.map((rule) => rule.name))
    const judge = createJudge()
    const matches = lines.filter(
      ({ line }) => ((judge.assess(line, 0, line.length)?.kinds ?? 0) & kindBit(kind)) !== 0,
    )
    users.set(name, new Set(matches.map(({ tool }) => tool)))
  }
  return users
}

/** The bytes of these lines, 1-indexed, without their line ends. */
function linesAt(bytes, numbers) {
  const wanted = new Set(numbers)
  const found = []
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const lf = bytes.indexOf(0x0a, start)
    const end = lf < 0 ? bytes.length : lf
    if (wanted.has(line)) found.push(bytes.subarray(start, end))
    start = end + 1
  }
  return found
}
