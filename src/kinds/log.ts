import { countedLines } from './counted-lines.ts'
import type { Kind } from './kind.ts'

/** A level stands in so many characters. */
const HEAD_LENGTH = 96
/** `12:01:02 [main] INFO …`, `[INFO] …` */
const LEVEL = /(?:^|[\s[(|])(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?)(?=[\])\s:|]|$)/
/** `info: …`, `12:01:02 [info] …` */
const SMALL_LEVEL = /(?:^(trace|debug|info|notice|warn(?:ing)?):|\[(trace|debug|info|notice|warn(?:ing)?)\])/i
/** `level=info` */
const LEVEL_KEY = /(?:^|\s)(?:level|lvl|severity)="?(trace|debug|info|notice|warn(?:ing)?)"?(?=\s|$)/i
const GLOG = /^([DIW])\d{4} \d\d:\d\d:\d\d/
const OF_GLOG: Record<string, string> = { D: 'DEBUG', I: 'INFO', W: 'WARN' }

/** The level of a line of a log. */
export function levelOf(text: string): string | undefined {
  const head = text.slice(0, HEAD_LENGTH)
  const found = LEVEL.exec(head) ?? SMALL_LEVEL.exec(head) ?? LEVEL_KEY.exec(head)
  const level = found ? (found[1] ?? found[2]).toUpperCase() : OF_GLOG[GLOG.exec(head)?.[1] ?? '']
  return level === 'WARNING' ? 'WARN' : level
}

/** Lines of a plain log with levels, in which nothing tells of a failure. Warnings come first. */
export const log: Kind = countedLines({
  name: 'log',
  units: 'lines',
  tells: levelOf,
  isFirst: (level) => level === 'WARN',
  mostOthers: 1 / 4,
  mayTellFailure: true,
  isNoise: true,
})
