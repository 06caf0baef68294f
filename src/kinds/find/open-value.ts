import { type Choice, type Standing, takes } from './choice.ts'
import type { PathSegment } from './path.ts'
import type { Condition, Value } from './waiting-values.ts'

/** A segment of the path that is applied to the members of a container. */
export interface Thread {
  segment: number
  condition: Condition | undefined
  /** Names that were found. Of equal names the first counts. */
  found: string[]
}

/** A segment of a query of a filter that is applied to the members of a container. */
export interface Question {
  choice: Choice
  query: number
  segment: number
}

/** An element whose position from the end is not known. */
export interface Unplaced {
  choice: Choice
  segment: PathSegment
  ordinal: number
  /** So many elements behind it tell enough. */
  reach: number
}

/** A value that began and has not ended. The standing is that of the last member in it. */
export class OpenValue implements Standing {
  readonly isArray: boolean
  name: string | undefined
  ordinal = -1
  /** True when the path leads through it. */
  isOnPath = false
  threads: Thread[] = []
  questions: Question[] = []
  /** What the end of the value decides. */
  choices: Choice[] = []
  /** Queries that the value itself answers. */
  asked: Question[] = []
  /** The value, if the path takes it. */
  value: Value | undefined
  unplaced: Unplaced[] = []
  /** How many of those have a known position by now. */
  placed = 0
  /** The first names in it. */
  names: string[] = []

  constructor(isArray: boolean) {
    this.isArray = isArray
  }
}

/** Applies a segment to the members of a value. A thread without a condition says more than one with a condition. */
export function followSegment(open: OpenValue, segment: number, condition: Condition | undefined): void {
  open.isOnPath = true
  const same = open.threads.find((thread) => thread.segment === segment)
  if (!same) open.threads.push({ segment, condition, found: [] })
  else if (condition === undefined) same.condition = undefined
}

/** Applies a segment of a query to the members of a value, or the value itself is what the query asks for. */
export function askMembers(open: OpenValue, question: Question): void {
  const isAnswer = question.segment === queryOf(question).length
  ;(isAnswer ? open.asked : open.questions).push(question)
}

/** Whether a query takes the last member of a container. */
export const asks = (question: Question, level: OpenValue): boolean =>
  question.choice.byFilter === undefined && takes(queryOf(question)[question.segment], level, false) === true

const queryOf = ({ choice, query }: Question): readonly PathSegment[] => choice.filter?.queries[query] ?? []

/** True when nothing inside a value is of use. */
export const isIdle = ({ threads, questions }: OpenValue): boolean =>
  threads.length === 0 && questions.length === 0
