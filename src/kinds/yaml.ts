import { tellsLoudly } from './failure-words.ts'
import { HELD_OF_HEAD, headLines } from './head-lines.ts'
import type { Kind } from './kind.ts'
import { LineReader } from './line-reader.ts'
import { YamlLines } from './yaml-lines.ts'

// YAML: manifests, settings, and snapshots of pages.

const LEAST_NODES = 8
const LEAST_REFS = 3

const BEGINS = /^(?:---(?:\s|$)|%YAML|-\s|["']?[\w./$@-]+["']?:(?:\s|$))/
const PRINTERS = /^(?:cat|bat|head|tail|sed|less|more|curl|wget|yq|kubectl|oc|helm|kustomize|docker|git)$/
const NAMED = /\.ya?ml$|^-oyaml$|^(?:--output|-o)=yaml$|^yaml$/i

export const yaml: Kind = {
  name: 'yaml',
  isTree: true,
  fallsBackQuietly: true,
  recognise(head, [name = '', ...words], isWhole) {
    const lines = headLines(head, isWhole)
    const first = lines.find((line) => !/^\s*(?:#|$)/.test(line)) ?? ''
    const isNamed = PRINTERS.test(name) && words.some((word) => NAMED.test(word))
    if (!BEGINS.test(isNamed ? first.trimStart() : first)) return 0
    const reader = new YamlLines(0)
    const { found } = reader
    new LineReader(reader, { bytes: HELD_OF_HEAD }).write(
      new TextEncoder().encode(`${lines.join('\n')}\n`),
      true,
    )
    if (found.isBroken) return 0
    if (isNamed) return found.nodes > 1 ? 0.92 : 0
    return looksLikeYaml(found) && !lines.some(tellsLoudly) ? 0.76 : 0
  },
  read: (maxBytes, held) => new LineReader(new YamlLines(maxBytes), held),
}

/** Nested keys of one word each, whose values are in no columns. Or elements of a page with refs. */
function looksLikeYaml({ nodes, keys, opened, refs, phrases, aligned }: YamlLines['found']): boolean {
  if (nodes < LEAST_NODES || opened < 2) return false
  return refs >= LEAST_REFS || (keys * 2 > nodes && phrases * 10 <= keys && aligned * 8 <= keys)
}
