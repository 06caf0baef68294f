import type { Random } from './random.ts'

// A naive reader of RFC 9535 for parsed JSON, and random documents and paths for it. It shares nothing with the one of pith.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Location = readonly (string | number)[]
interface Node {
  value: Json
  at: Location
}

type Selector =
  | { name: string }
  | { index: number }
  | { slice: readonly [number | undefined, number | undefined, number | undefined] }
  | { any: true }
  | { filter: Test }
interface Segment {
  isDescendant: boolean
  selectors: Selector[]
}
type Operand = { query: Segment[] } | { literal: Json }
type Test =
  | { or: Test[] }
  | { and: Test[] }
  | { not: Test }
  | { exists: Segment[] }
  | { left: Operand; is: string; right: Operand }

const childrenOf = ({ value, at }: Node): Node[] => {
  if (Array.isArray(value)) return value.map((each, index) => ({ value: each, at: [...at, index] }))
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).map((name) => ({ value: value[name], at: [...at, name] }))
}

const withDescendants = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(withDescendants)]

/** RFC 9535 §2.3. */
function select(selector: Selector, node: Node): Node[] {
  const children = childrenOf(node)
  const length = children.length
  if ('any' in selector) return children
  if ('filter' in selector) return children.filter((child) => holds(selector.filter, child))
  if ('name' in selector)
    return Array.isArray(node.value) ? [] : children.filter(({ at }) => at.at(-1) === selector.name)
  if (!Array.isArray(node.value)) return []
  if ('index' in selector) {
    const child = children.at(selector.index)
    return child ? [child] : []
  }
  const [first = 0, end = length, step = 1] = selector.slice
  const normal = (index: number) => Math.min(Math.max(index < 0 ? length + index : index, 0), length)
  const found: Node[] = []
  for (let at = normal(first); step > 0 && at < normal(end); at += step) found.push(children[at])
  return found
}

const run = (path: readonly Segment[], root: Node): Node[] =>
  path.reduce(
    (nodes, { isDescendant, selectors }) =>
      (isDescendant ? nodes.flatMap(withDescendants) : nodes).flatMap((node) =>
        selectors.flatMap((selector) => select(selector, node)),
      ),
    [root],
  )

function holds(test: Test, node: Node): boolean {
  if ('or' in test) return test.or.some((each) => holds(each, node))
  if ('and' in test) return test.and.every((each) => holds(each, node))
  if ('not' in test) return !holds(test.not, node)
  if ('exists' in test) return run(test.exists, { value: node.value, at: [] }).length > 0
  const [left, right] = [test.left, test.right].map((side) =>
    'query' in side ? run(side.query, { value: node.value, at: [] })[0]?.value : side.literal,
  )
  const isEqual = equal(left, right)
  if (test.is === '==' || test.is === '!=') return isEqual === (test.is === '==')
  const [low, high] = test.is.startsWith('<') ? [left, right] : [right, left]
  return before(low, high) || (test.is.endsWith('=') && isEqual)
}

function equal(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return left === right
  const [a, b] = [left, right].map((value) => childrenOf({ value, at: [] }))
  return (
    Array.isArray(left) === Array.isArray(right) &&
    a.length === b.length &&
    a.every(({ value, at }) => b.some((other) => other.at[0] === at[0] && equal(value, other.value)))
  )
}

function before(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right
  if (typeof left !== 'string' || typeof right !== 'string') return false
  const [a, b] = [left, right].map((text) => [...text].map((point) => point.codePointAt(0) ?? 0))
  const differs = a.findIndex((point, at) => point !== b[at])
  return differs < 0 ? a.length < b.length : b[differs] !== undefined && a[differs] < b[differs]
}

export interface Printed {
  text: string
  /** Where each value is, by its location. In the order of the text. */
  places: Map<string, readonly [start: number, end: number]>
}

/** Writes a document, with blanks here and there. */
export function printed(random: Random, document: Json): Printed {
  const places: Printed['places'] = new Map()
  let text = ''
  const blank = () => random.pick(['', '', '', ' ', '\n', '\r\n\t'])
  const write = (node: Node) => {
    const place: [number, number] = [text.length, 0]
    places.set(JSON.stringify(node.at), place)
    if (typeof node.value !== 'object' || node.value === null) text += JSON.stringify(node.value)
    else {
      const isArray = Array.isArray(node.value)
      text += isArray ? '[' : '{'
      for (const [at, child] of childrenOf(node).entries()) {
        text += `${at > 0 ? ',' : ''}${blank()}`
        if (!isArray) text += `${JSON.stringify(child.at.at(-1))}${blank()}:${blank()}`
        write(child)
        text += blank()
      }
      text += isArray ? ']' : '}'
    }
    place[1] = text.length
  }
  write({ value: document, at: [] })
  return { text, places }
}

/** What a path selects, as it stands in the text, without what is inside another value that it selects. */
export function selected(path: readonly Segment[], document: Json, { text, places }: Printed): string[] {
  const found = new Set(run(path, { value: document, at: [] }).map(({ at }) => JSON.stringify(at)))
  const values: string[] = []
  let last = 0
  for (const [at, [start, end]] of places) {
    if (!found.has(at) || start < last) continue
    values.push(text.slice(start, end))
    last = end
  }
  return values
}

const names = ['a', 'b', 'c', 'd "e', '']
const comparisons = ['==', '!=', '<', '<=', '>', '>=']

export function randomJson(random: Random, depth: number): Json {
  const kind = depth > 0 ? random.below(4) : 0
  if (kind === 0)
    return random.pick([0, 1, 2, -1.5, 1e300, 'x', 'y"\\', '😀', '\uffff', '', true, false, null])
  const values = Array.from({ length: random.below(5) }, () => randomJson(random, depth - 1))
  if (kind === 1) return values
  return Object.fromEntries(values.map((value) => [random.pick(names), value]))
}

const many = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: random.below(most + 1) }, make)

function randomTest(random: Random, depth: number): Test {
  const singular = (): Segment[] =>
    many(random, 2, () => ({
      isDescendant: false,
      selectors: [random.below(2) ? { name: random.pick(names) } : { index: random.below(3) }],
    }))
  const operand = (): Operand =>
    random.below(2) ? { query: singular() } : { literal: randomJson(random, 0) }
  const inner = () => randomTest(random, depth - 1)
  const kind = random.below(depth > 0 ? 6 : 3)
  if (kind === 0) return { exists: many(random, 2, () => randomSegment(random, false)) }
  if (kind < 3) return { left: operand(), is: random.pick(comparisons), right: operand() }
  if (kind === 3) return { not: inner() }
  return kind === 4 ? { and: [inner(), inner()] } : { or: [inner(), inner()] }
}

function randomSelector(random: Random, isOutside: boolean): Selector {
  const from = () => (isOutside ? random.below(7) - 3 : random.below(4))
  const kind = random.below(isOutside ? 6 : 4)
  if (kind === 0) return { any: true }
  if (kind === 1) return { index: from() }
  if (kind === 2) {
    const [first, end] = [from(), from()].map((at) => (random.below(3) ? at : undefined))
    return { slice: [first, end, random.below(3) ? undefined : random.below(4)] }
  }
  return kind === 3 ? { name: random.pick(names) } : { filter: randomTest(random, 2) }
}

const randomSegment = (random: Random, isOutside: boolean): Segment => ({
  isDescendant: isOutside && random.below(4) === 0,
  selectors: [randomSelector(random, isOutside), ...many(random, 1, () => randomSelector(random, isOutside))],
})

/** A random path. A filter or a position from the end has no `..` behind it, unless it has none before. */
export function randomPath(random: Random): Segment[] {
  const path = many(random, 4, () => randomSegment(random, true))
  const isConditional = ({ selectors }: Segment) =>
    selectors.some((each) => 'filter' in each || /-/.test(JSON.stringify(each)))
  const first = path.findIndex(({ isDescendant }) => isDescendant)
  const doubt = path.findIndex((segment, at) => first >= 0 && at >= first && isConditional(segment))
  return path.map((each, at) => (doubt >= 0 && at > doubt ? { ...each, isDescendant: false } : each))
}

/** Writes a path, in one of the forms that mean it. */
export function written(random: Random, path: readonly Segment[], root = '$'): string {
  const blank = () => random.pick(['', '', '', ' '])
  const quoted = (text: string) => {
    const inner = JSON.stringify(text).slice(1, -1)
    return random.below(2) ? `"${inner}"` : `'${inner.replaceAll('\\"', '"')}'`
  }
  const operand = (side: Operand): string => {
    if ('query' in side) return written(random, side.query, '@')
    return typeof side.literal === 'string' ? quoted(side.literal) : JSON.stringify(side.literal)
  }
  const joined = (tests: Test[], by: string) =>
    `(${tests.map(test).join(`${blank()}${by}${blank()}`)}${blank()})`
  const test = (each: Test): string => {
    if ('or' in each) return joined(each.or, '||')
    if ('and' in each) return joined(each.and, '&&')
    if ('not' in each) return `!${blank()}(${blank()}${test(each.not)})`
    if ('exists' in each) return written(random, each.exists, '@')
    return `${operand(each.left)}${blank()}${each.is}${blank()}${operand(each.right)}`
  }
  const selector = (each: Selector): string => {
    if ('any' in each) return '*'
    if ('name' in each) return quoted(each.name)
    if ('index' in each) return String(each.index)
    if ('filter' in each) return `?${blank()}${test(each.filter)}`
    const [first = '', end = '', step] = each.slice
    return `${first}${blank()}:${blank()}${end}${step === undefined ? '' : `:${step}`}`
  }
  const segment = ({ isDescendant, selectors }: Segment): string => {
    const [only, ...others] = selectors
    const isShort = others.length === 0 && ('any' in only || ('name' in only && /^[abc]$/.test(only.name)))
    if (isShort && random.below(2)) return `.${isDescendant ? '.' : ''}${'name' in only ? only.name : '*'}`
    const list = selectors.map((each) => `${blank()}${selector(each)}${blank()}`).join(',')
    return `${isDescendant ? '..' : ''}[${list}]`
  }
  return root + path.map((each) => `${blank()}${segment(each)}`).join('')
}
