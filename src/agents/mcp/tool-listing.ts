import { withJsonChanges } from '../../tools/result/json-changes.ts'
import { elementsOf, type JsonPlace, memberOf, replaced } from '../../tools/result/json-places.ts'
import { isObject, type JsonObject } from './messages.ts'
import { type OwnTool, ownToolNames, ownTools } from './own-tools.ts'
import { type Cuttable, isCuttable, readSchema } from './schema.ts'

/** Most tools and tasks that are remembered. */
const MOST_REMEMBERED = 10_000

/** What the proxy knows of a server's tools: which names are free beside them, and the schemas of their outputs. */
export class ToolListing {
  readonly #taken = new Set<string>()
  readonly #schemas = new Map<string, Cuttable>()

  /** Forgets the names, because a new listing begins. */
  begin(): void {
    this.#taken.clear()
  }

  /** The name of an own tool: with a number if the server has a tool of the same name. */
  nameOf(tool: OwnTool): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? tool : `${tool}_${number}`
      if (!this.#taken.has(name)) return name
    }
  }

  /** The own tool that a call means. Undefined for a tool of the server. */
  ownOf(name: unknown): OwnTool | undefined {
    return ownToolNames.find((tool) => this.nameOf(tool) === name)
  }

  /** The schema of a tool's structured output, as far as one was seen. */
  schemaOf(tool: string): Cuttable | undefined {
    return this.#schemas.get(tool)
  }

  /**
   * Learns the tools of a page. On the last page, adds the tools of pith. A schema whose values cannot be made small is
   * left out, because a large value is left out too. Undefined if the page stays as it is.
   */
  withOwn(
    { tools, nextCursor }: JsonObject,
    text: string,
    place: JsonPlace,
    isForPrograms: boolean,
  ): string | undefined {
    const list = memberOf(text, place.start, 'tools')
    if (!Array.isArray(tools) || !list) return undefined
    const places = elementsOf(text, list.start)
    const entries = places.map(({ start, end }, i) =>
      this.#entry(tools[i], text.slice(start, end), isForPrograms),
    )
    const isLast = nextCursor === undefined || nextCursor === null
    const own = ownToolNames.map((tool) => JSON.stringify({ name: this.nameOf(tool), ...ownTools[tool] }))
    const same = entries.every(({ isChanged }) => !isChanged)
    if (!isLast && same) return undefined
    if (same && places.length > 0) {
      const { end } = places[places.length - 1]
      return replaced(text, { start: end, end }, `,${own.join(',')}`)
    }
    const words = [...entries.map((entry) => entry.words), ...(isLast ? own : [])]
    return replaced(text, list, `[${words.join(',')}]`)
  }

  #entry(tool: unknown, words: string, isForPrograms: boolean): { words: string; isChanged: boolean } {
    if (!isObject(tool) || typeof tool.name !== 'string') return { words, isChanged: false }
    this.#taken.add(tool.name)
    if (tool.outputSchema === undefined) {
      this.#schemas.delete(tool.name)
      return { words, isChanged: false }
    }
    const schema = readSchema(tool.outputSchema)
    rememberNewest(this.#schemas, tool.name, schema)
    if (isForPrograms || isCuttable(schema)) return { words, isChanged: false }
    return { words: withJsonChanges(words, [{ path: ['outputSchema'], isRemoved: true }]), isChanged: true }
  }
}

/** Adds an entry to a map, and forgets the oldest ones if there are too many. */
export function rememberNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= MOST_REMEMBERED) break
    map.delete(oldest)
  }
}
