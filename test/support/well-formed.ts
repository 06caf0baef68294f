const MARKUP =
  /<!--(?:(?!--)[\s\S])*-->|<!\[CDATA\[(?:(?!\]\]>)[\s\S])*\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y

/** Why a text is no well-formed XML, as far as pith could break it. Undefined for one that is. */
export function notWellFormed(text: string): string | undefined {
  const open: string[] = []
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('<', at)
    const between = text.slice(at, next < 0 ? text.length : next)
    if (/&(?!#?\w{1,10};)/.test(between)) return `an entity is cut in ${JSON.stringify(between.slice(-40))}`
    if (open.length === 0 && between.trim() !== '')
      return `text outside: ${JSON.stringify(between.slice(0, 40))}`
    if (next < 0) break
    MARKUP.lastIndex = next
    const found = MARKUP.exec(text)
    if (!found) return `no markup: ${JSON.stringify(text.slice(next, next + 60))}`
    const [whole, closed, opened, attributes = '', empty] = found
    if (/&(?!#?\w{1,10};)/.test(attributes)) return `an entity is cut in ${JSON.stringify(attributes)}`
    if (opened && !empty) open.push(opened)
    if (closed && open.pop() !== closed) return `</${closed}> closes another element`
    at = next + whole.length
  }
  return open.length > 0 ? `<${open[open.length - 1]}> stays open` : undefined
}
