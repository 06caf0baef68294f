import { HIDDEN, visible } from '../../../src/cli/print/visible.ts'
import { element } from './dom.ts'

/** The colours, cursor movements, titles and other strings of terminals, each as a whole. */
const SEQUENCE = String.raw`\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|[ -/]+[0-~])`
const CODES = new RegExp(`(?:${SEQUENCE}|${HIDDEN.source})+`, 'gu')

/**
 * A text as nodes in which every control character and escape sequence has a visible form, as `^[[31m`. The nodes still
 * hold exactly the text: the style sheet hides the characters and shows the form.
 */
export function withCodes(text: string): Node[] {
  const nodes: Node[] = []
  let at = 0
  for (const { 0: codes, index } of text.matchAll(CODES)) {
    if (index > at) nodes.push(new Text(text.slice(at, index)))
    nodes.push(element('span', codes, { class: 'codes', 'data-shown': visible(codes) }))
    at = index + codes.length
  }
  if (at < text.length) nodes.push(new Text(text.slice(at)))
  return nodes
}
