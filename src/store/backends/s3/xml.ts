/**
 * The raw content of each element with a name. Works for the flat answers of object stores, where no element contains
 * another one of the same name.
 */
export function xmlElements(xml: string, name: string): string[] {
  const found: string[] = []
  const close = `</${name}>`
  for (let at = 0; ; ) {
    const open = xml.indexOf(`<${name}`, at)
    if (open < 0) return found
    const start = xml.indexOf('>', open) + 1
    if (start === 0) return found
    at = start
    // `<Key` also matches `<KeyCount`. `<Prefix/>` has no content.
    if (!/[\s>]/.test(xml[open + name.length + 1]) || xml[start - 2] === '/') continue
    const end = xml.indexOf(close, start)
    if (end < 0) return found
    found.push(xml.slice(start, end))
    at = end + close.length
  }
}

/** The text of the first element with a name. Undefined when there is none. */
export function elementText(xml: string, name: string): string | undefined {
  const [first] = xmlElements(xml, name)
  return first === undefined ? undefined : decoded(first)
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name] : whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/** Escapes text for the content of an element. */
export const encoded = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
