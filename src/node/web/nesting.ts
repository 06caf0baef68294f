/**
 * Elements that never have an end, ones whose end is often left out, and ones that end the one of their own name. They do
 * not nest by themselves.
 */
const FLAT =
  /^(?:a|area|base|br|button|col|colgroup|dd|dt|embed|hr|img|input|li|link|meta|nobr|optgroup|option|p|param|rp|rt|source|tbody|td|tfoot|th|thead|tr|track|wbr)$/
/** Drawings and formulas, in which a slash ends an element. Elsewhere in HTML it means nothing. */
const FOREIGN = /^(?:svg|math)$/
/** What is HTML again inside of them. */
const HTML_AGAIN = /^(?:foreignobject|desc|title|annotation-xml|mi|mo|mn|ms|mtext)$/
/** Elements of HTML that end a drawing or a formula in which they stand. */
const BREAKS_OUT =
  /^(?:b|big|blockquote|body|center|code|div|dl|em|h[1-6]|head|i|menu|ol|pre|ruby|s|small|span|strike|strong|sub|sup|table|tt|u|ul|var)$/

/**
 * Whether the elements of a page are nested deeper than a number of levels, as far as its tags say. Reads the page once,
 * and stops at the first element that is too deep.
 */
export function isDeeper(html: string, most: number): boolean {
  const open = new OpenElements()
  for (const [tag, end, given] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,30})(?=[\s/>])[^<>]{0,4096}/gi)) {
    const name = given.toLowerCase()
    if (end) open.end(name)
    else open.begin(name, tag.endsWith('/'))
    if (open.depth > most) return true
  }
  return false
}

/** The elements that are open, the outermost first. */
class OpenElements {
  readonly #names: string[] = []
  /** How often each is open, so that an end without a beginning costs nothing. */
  readonly #counts = new Map<string, number>()
  #isForeign = false

  get depth(): number {
    return this.#names.length
  }

  begin(name: string, hasSlash: boolean): void {
    if (this.#isForeign && BREAKS_OUT.test(name)) this.#isForeign = false
    if (FLAT.test(name) || (hasSlash && (this.#isForeign || FOREIGN.test(name)))) return
    this.#names.push(name)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    if (FOREIGN.test(name)) this.#isForeign = true
    else if (this.#isForeign && HTML_AGAIN.test(name)) this.#isForeign = false
  }

  /** Ends the last element of a name, and those inside of it. */
  end(name: string): void {
    if (!this.#counts.get(name)) return
    for (let last = this.#names.pop(); last !== undefined; last = this.#names.pop()) {
      this.#counts.set(last, (this.#counts.get(last) ?? 1) - 1)
      if (FOREIGN.test(last)) this.#isForeign = false
      if (last === name) break
    }
    if (HTML_AGAIN.test(name)) this.#isForeign = this.#isOpen('svg') || this.#isOpen('math')
  }

  #isOpen(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0
  }
}
