// The two tools that the proxy adds, and the names they have beside the tools of the server.

export const ownTools = ['pith_show', 'pith_search'] as const
export type OwnTool = (typeof ownTools)[number]

/** Knows the tools of the server, and so which names are free. */
export class ToolNames {
  readonly #taken = new Set<string>()

  /** Forgets the tools, because a new listing begins. */
  clear(): void {
    this.#taken.clear()
  }

  add(name: unknown): void {
    if (typeof name === 'string') this.#taken.add(name)
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
    return ownTools.find((tool) => this.nameOf(tool) === name)
  }
}
