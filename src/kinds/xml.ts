import { formatBytes } from '../core/words/notices.ts'
import { byEarlier, byEnds, byFirst, unitChooser } from './choose.ts'
import type { Choosing, Omission } from './choosing.ts'
import { headText } from './head-lines.ts'
import type { Holding, Kind, Outline } from './kind.ts'
import { Rarity } from './rarity.ts'
import { Tree } from './tree.ts'
import type { Unit } from './unit.ts'
import { XmlReader } from './xml-reader.ts'
import { nameHash } from './xml-text.ts'
import {
  COMMENT,
  FAILED,
  type Node,
  PASSED,
  SKIPPED,
  SUITE,
  TEXT,
  XML_SORTS,
  type XmlUnits,
} from './xml-units.ts'

// XML, and results of tests in the form of JUnit. A cut document is well-formed: comments tell what is left out.

const MARK_BYTES = 80
/** The most bytes between a mark and the next unit. */
const MOST_SEPARATOR = 32
/** Different names of elements that are remembered for each element. */
const MOST_NAMES = 64
/** Notable units of an element that stay in memory. */
const MOST_NOTABLE = 512
/** Elements that tell that a text is XML, if it has no declaration. */
const LEAST_ELEMENTS = 3

/** What is read of an element for its name, which may have colours. */
const NAME_BYTES = 128

export const xml: Kind = {
  name: 'xml',
  isTree: true,
  isClosed: true,
  recognise(head, command) {
    const text = headText(head).trimStart()
    const isDeclared = /^<(\?xml|svg)\b/.test(text) || command.some((word) => /\.(xml|svg|plist)$/.test(word))
    if (!text.startsWith('<') || (!isDeclared && /<(!doctype )?html\b/i.test(text))) return 0
    const reader = readerOf(4096, { bytes: 65536 }, false)
    reader.write(head, true)
    return reader.isBroken || (!isDeclared && reader.elements < LEAST_ELEMENTS) ? 0 : 0.8
  },
  read: (maxBytes, held) => readerOf(maxBytes, held, false),
}

export const junit: Kind = {
  name: 'junit',
  isTree: true,
  tellsFailures: true,
  recognise(head, command, isWhole) {
    const text = headText(head).trimStart()
    return /^(<[?!][^>]*>\s*)*<testsuites?[\s>]/.test(text) && xml.recognise(head, command, isWhole) > 0
      ? 0.9
      : 0
  },
  read: (maxBytes, held) => readerOf(maxBytes, held, true),
}

function readerOf(maxBytes: number, held: Holding, isJunit: boolean): XmlReader {
  const start = { byte: 0, line: 1, column: 1, codePoints: 0 }
  const rarity = new Rarity()
  const tree = new Tree(start, held, XML_SORTS, { mostNotable: MOST_NOTABLE, rarity })
  const choosing: Choosing = {
    rank: isJunit ? rankOfTest : rankOfElement,
    mark: (omission) => markOf(tree, omission),
    markBytes: MARK_BYTES,
  }
  const outline = (): Outline => ({
    counts: isJunit
      ? { failed: tree.counts[FAILED], passed: tree.counts[PASSED], skipped: tree.counts[SKIPPED] }
      : { elements: tree.root.units.reduce((sum, { size }) => sum + size, 0) },
    choose: unitChooser(tree, choosing),
  })
  return new XmlReader(tree, rarity, maxBytes, isJunit ? nameTest : nameElement, outline)
}

/** The first element of a name is notable. */
function nameElement({ top }: XmlUnits, node: Node, name: number): void {
  top.names ??= new Set()
  if (top.names.has(name) || top.names.size >= MOST_NAMES) return
  top.names.add(name)
  node.isNotable = true
}

const TEST = nameHash('testcase')
const SUITES = [nameHash('testsuite'), nameHash('testsuites')]
const FAILURES = [nameHash('failure'), nameHash('error')]
const SKIP = nameHash('skipped')

/** Failures are notable, with all that is around them. */
function nameTest(units: XmlUnits, node: Node, name: number): void {
  const { top, open } = units
  if (name === TEST) node.sort = PASSED
  else if (SUITES.includes(name)) node.sort = SUITE
  else if (name === SKIP && top.sort === PASSED) units.resort(SKIPPED)
  else if (FAILURES.includes(name)) {
    if (top.sort === PASSED) units.resort(FAILED)
    for (const each of [...open, node]) each.isNotable = true
  }
}

/** What stands before and behind the document: comments there are licences. */
const rankInRoot = ({ index, sort }: Unit): number => (sort === COMMENT ? 6 : 0.001 * index)

function rankOfElement(unit: Unit, container: Unit): number {
  const { index, sort, isNotable } = unit
  if (container.sort < 0) return rankInRoot(unit)
  if (sort === TEXT) return 0.5 + byFirst(index)
  const place = byEnds(index, container.size)
  return (sort === COMMENT ? 2 : 1) + (isNotable ? Math.min(place, 2) : place)
}

function rankOfTest(unit: Unit, container: Unit): number {
  const { index, sort, isNotable } = unit
  if (container.sort < 0) return rankInRoot(unit)
  if (isNotable && container.sort === FAILED) return 0.01
  if (isNotable) return 0.1 * (byEarlier(unit, FAILED) - byEarlier(container, FAILED))
  if (sort === TEXT) return 0.12
  if (sort === SUITE) return 0.5 + 0.1 * byFirst(index)
  if (sort === SKIPPED) return 1 + 0.1 * byFirst(index)
  return (sort === PASSED ? 2 : 4) + byFirst(index)
}

function markOf(tree: Tree, omission: Omission): string {
  const { from, to, unit, units, counts, next } = omission
  if (unit.clip && units === 0) return `… ${to.codePoints - from.codePoints} more characters …`
  const separator = next ? tree.separatorIn(unit).slice(0, MOST_SEPARATOR) : ''
  const last = separator.includes('\n') ? to.line - 1 : to.line
  const lines = last > from.line ? `lines ${from.line}-${last}, ` : ''
  const failed = counts[FAILED] > 0 && unit.sort !== FAILED ? `, ${counts[FAILED]} failed` : ''
  const size = formatBytes(to.byte - from.byte)
  return `<!-- ${units} more ${namesOf(tree, omission)}${failed}: ${lines}${size} -->${separator}`
}

/** The name that all elements have which are left out, as far as they are in memory. */
function namesOf(tree: Tree, { unit, previous, next }: Omission): string {
  const first = (previous?.index ?? -1) + 1
  const names = unit.units
    .filter(({ index }) => index >= first && index < (next?.index ?? unit.size))
    .map((each) => nameOf(tree, each))
  const [name] = names
  return name && names.every((each) => each === name) ? name : 'elements'
}

function nameOf(tree: Tree, { start, inner, sort }: Unit): string {
  if (sort === TEXT) return 'text'
  // The start tag is its own first bytes. Behind these are its units, which may have left memory.
  const head = tree.text(start.byte, Math.min(inner.byte, start.byte + NAME_BYTES))
  return /^<([\w:.]+(-[\w:.]+)*)[\s/>]/.exec(head)?.[1] ?? ''
}
