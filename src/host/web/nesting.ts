/** Elements that never have an end, and ones whose end is often left out. They do not nest by themselves. */
const FLAT =
  /^(?:area|base|br|col|colgroup|dd|dt|embed|hr|img|input|li|link|meta|optgroup|option|p|param|rp|rt|source|tbody|td|tfoot|th|thead|tr|track|wbr)$/i

/**
 * Whether the elements of a page are nested deeper than a number of levels, as far as its tags say. Reads the page once,
 * and stops at the first element that is too deep.
 */
export function isDeeper(html: string, most: number): boolean {
  let depth = 0
  for (const [tag, end, name] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,30})(?=[\s/>])[^<>]{0,4096}/gi)) {
    if (FLAT.test(name)) continue
    if (end) depth = Math.max(0, depth - 1)
    else if (!tag.endsWith('/')) depth++
    if (depth > most) return true
  }
  return false
}
