import type { CommandStatus, Source } from '../options.ts'
import type { Wording } from '../plan/request.ts'
import type { Form } from '../render/forms.ts'
import {
  formatBytes,
  isNamedBriefly,
  resumeLines,
  writeClip,
  writeMarker,
  writeNotice,
  writeShortNotice,
  writeStatus,
} from '../render/notices.ts'
import { MAC_LENGTH } from '../render/seal.ts'
import { emptySize, plusSize, type Size, type Sizer } from '../render/size.ts'
import type { Settings } from '../settings.ts'

/** What the widest words depend on. */
export interface WordingFacts {
  totalLines: number
  totalBytes: number
  totalErrors: number
  terminated: boolean
  settings: Settings
  source: Source | undefined
  status: CommandStatus | undefined
}

/** All nines with as many digits. */
const widest = (count: number): number => 10 ** String(count).length - 1

/** Sizes of the widest words that a result can hold, so that what is written never needs more than was reserved. */
export function wordingFor(facts: WordingFacts, sizer: Sizer): Wording {
  const line = widest(facts.totalLines)
  const { source, status, settings } = facts
  const { tools, key } = settings.notice
  const ellipsis: Size = { ...sizer.measureText('…'), lines: 0 }
  const wideRange = { firstLine: line, lastLine: line - 1 }
  const notices: Partial<Record<Form, Size[]>> = {}

  const fullMarker = () => {
    const resume = resumeLines(source, tools, wideRange)?.replace(/limit=\d+$/, `limit=${line}`)
    const marker = writeMarker({
      ...wideRange,
      bytes: 0,
      errors: facts.totalErrors && widest(facts.totalErrors),
      resume,
    })
    return sizer.measureText(`${marker.replace('(0 B', `(${widestBytes(facts.totalBytes)}`)}\n`)
  }
  const alone = writeStatus(status)
  const statusLine: Size = alone ? { ...sizer.measureInLine(alone), lines: 1 } : emptySize()
  const statusPart: Size = alone ? sizer.measureInLine(alone.slice(1, -1).concat(' ')) : emptySize()
  const notice = (form: Form, ranges: number): Size => {
    if (form === 'none') return statusLine
    if (form === 'ellipsis') return plusSize(statusLine, ellipsis)
    const list = new Array<typeof wideRange>(ranges).fill(wideRange)
    if (form === 'name' && !isNamedBriefly(source)) return IMPOSSIBLE
    if (form === 'short' || form === 'brief' || form === 'name') {
      const named = form !== 'short' && isNamedBriefly(source) ? {} : { ranges: list }
      const words = writeShortNotice({ ...named, totalLines: line, source, tools, status })
      const size = { ...sizer.measureInLine(words), lines: 1 }
      return form === 'brief' ? plusSize(size, ellipsis) : size
    }
    const { totalLines, terminated } = { totalLines: line, terminated: facts.terminated }
    const next = settings.keep === 'head' ? { line, column: widest(facts.totalBytes) } : undefined
    const text = writeNotice({ ranges: list, totalLines, terminated, source, tools, status, next })
    const other =
      next === undefined
        ? text
        : writeNotice({ ranges: list, totalLines, terminated, source, tools, status, next: undefined })
    const longer = text.length > other.length ? text : other
    return {
      ...sizer.measureInLine(`${longer}${key === undefined ? '' : WIDEST_MAC}`),
      lines: 1,
    }
  }
  const markers: Record<Form, Size> = {
    full: fullMarker(),
    short: sizer.measureText('…\n'),
    brief: ellipsis,
    name: emptySize(),
    ellipsis,
    none: emptySize(),
  }
  return {
    marker: (form) => markers[form],
    notice: (form, ranges) => {
      notices[form] ??= []
      const known = notices[form]
      known[ranges] ??= notice(form, ranges)
      return known[ranges]
    },
    status: (form) => (form === 'none' || form === 'ellipsis' ? statusLine : statusPart),
    clip: (mark, codePoints) => (mark === 'none' ? '' : mark === 'ellipsis' ? '…' : writeClip(codePoints)),
  }
}

/** Fits nowhere: without an artifact there is no such notice. */
const IMPOSSIBLE: Size = { ...emptySize(), bytes: Number.POSITIVE_INFINITY }

/** Sizes as the widest MAC: a digit costs the most of all that it is written with. */
const WIDEST_MAC = `. MAC ${'0'.repeat(MAC_LENGTH)}`

/** No part of so many bytes is written wider than this: `1023.9 KB`, or less where there are fewer. */
function widestBytes(total: number): string {
  const width =
    total < 1024 ** 2
      ? Math.max('1023 B'.length, formatBytes(total).length)
      : Math.max('1023.9 KB'.length, formatBytes(total).length)
  return `${'9'.repeat(width - 3)} KB`
}
