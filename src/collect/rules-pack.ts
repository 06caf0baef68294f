/** Beside the folder of this module: in `dist` as in `src`. Not written in place, so that no bundler looks for it. */
const PLACE = '../rules.pack'

interface Host {
  process?: {
    getBuiltinModule?(name: 'node:fs'): { readFileSync(url: URL): Uint8Array } | undefined
  }
}

/** The signal's rules as tables, which Node reads from a file; undefined where there is no such file. */
export function readRulesPack(): Uint8Array | undefined {
  try {
    const files = (globalThis as Host).process?.getBuiltinModule?.('node:fs')
    return files?.readFileSync(new URL(PLACE, import.meta.url))
  } catch {
    return undefined
  }
}
