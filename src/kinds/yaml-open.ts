import { ANY, hashOf, mixed, NAMES, pathIn } from './column.ts'
import type { Place } from './kind.ts'
import type { Line } from './line.ts'
import { Rarity } from './rarity.ts'
import type { YamlNode } from './yaml-text.ts'

// Where a node of YAML stands: the containers that are open, and the paths of their values, which tell what is rare.

/** From this key with keys of its own on, the names of the others are data. */
const MOST_NAMED = 8
const NULL = /^(?:~|null|""|'')?$/

/** No column of a first key. */
const NONE = 2 ** 29

/** A container that is open. */
class Open {
  level: number
  sort: number
  startByte: number
  /** The path of the values in it, and of those in the first key of an item. */
  path: number
  firstPath: number
  firstColumn = NONE
  /** The path of what is around it. */
  around: number
  /** A hash of its keys. */
  shape = 0
  /** Keys in it that have keys of their own. */
  named = 0

  constructor(level: number, sort: number, startByte: number, around: number, path: number) {
    this.level = level
    this.sort = sort
    this.startByte = startByte
    this.around = around
    this.path = this.firstPath = path
  }
}

/** A node that waits for the next one, which tells whether it is a container. */
export interface Waiting {
  node: YamlNode
  start: Place
  sort: number
  /** The path of what is around it. */
  around: number
  /** A hash of its key. */
  hash: number
  lines: number
}

export class OpenNodes {
  readonly rarity = new Rarity()
  readonly #all: Open[] = []

  get depth(): number {
    return this.#all.length
  }

  /** The innermost one. */
  get top(): Open | undefined {
    return this.#all[this.#all.length - 1]
  }

  has(sort: number): boolean {
    return this.#all.some((open) => open.sort === sort)
  }

  push(level: number, sort: number, startByte: number, around = 0, path = 0): Open {
    const open = new Open(level, sort, startByte, around, path)
    this.#all.push(open)
    return open
  }

  /** Opens a node that waited. */
  open({ node, start, sort, around, hash }: Waiting): void {
    const { top } = this
    const isData = node.isItem || (top !== undefined && top.named++ >= MOST_NAMED)
    const open = this.push(node.level, sort, start.byte, around, pathIn(around, isData ? ANY : hash))
    if (!node.isItem || node.key === undefined) return
    open.firstPath = pathIn(open.path, hash)
    open.firstColumn = node.column
    open.shape = mixed(0, hash)
  }

  /** Closes the innermost one. */
  close(): void {
    const { around, shape, startByte } = this.#all.pop() as Open
    if (shape !== 0) this.rarity.tell(this.rarity.column(pathIn(around, NAMES)), shape, Number.NaN, startByte)
  }

  /** A node that waits now: its value is told, and that its container has its key. */
  wait(node: YamlNode, line: Line, start: Place, sort: number): Waiting {
    const { key, isItem, level, value } = node
    const top = this.top as Open
    const hash = key === undefined ? ANY : hashOf(key)
    const isOwn = level <= 2 * top.firstColumn
    const around = isOwn ? top.path : top.firstPath
    if (isOwn && !isItem) top.shape = mixed(top.shape, hash)
    const waiting = { node, start, sort, around, hash, lines: 1 }
    if (node.isBlock || value === '') return waiting
    const path = isItem ? pathIn(around, ANY) : around
    this.#tell(key === undefined ? path : pathIn(path, hash), value, line.startByte)
    return waiting
  }

  #tell(path: number, value: string, byte: number): void {
    const column = this.rarity.column(path)
    if (NULL.test(value)) this.rarity.tell(column, 0, Number.NaN, byte)
    else this.rarity.tellText(column, value, byte)
  }

  /** A key turned out to have no value. */
  tellEmpty({ around, hash, start }: Waiting): void {
    this.rarity.tell(this.rarity.column(pathIn(around, hash)), 0, Number.NaN, start.byte)
  }
}
