// Of several statements about one failure, the first place belongs to one of them, and the next place to another failure.

/** Characters that two messages must share to tell of one failure. */
const SHARED_LENGTH = 24
const MOST_SHARED_LENGTH = 60
/** Statements in lines so near to each other are shown together. */
const NEAR_LINES = 2
/** A chain of causes has at most so many lines between two links. */
const CHAIN_LINES = 200

interface Told {
  /** 1-indexed. */
  line: number
  message: string
}

const LINK = /^(?:\[\w+\] )?Caused by: /

/** PHP tells of the innermost exception first, then of those around it. */
const AROUND = /^Next [\w\\]+: /

/**
 * Moves statements that only repeat a stronger one behind the others: its message in other words, the next line of it,
 * and the links of a chain of causes that are not its end. Moves lines that only announce a message, too.
 */
export function echoesLast<S extends Told>(statements: readonly S[]): S[] {
  const firsts: S[] = []
  const echoes: S[] = []
  for (const statement of statements) {
    const isEcho =
      announcesMessage(statement.message) ||
      firsts.some(
        (first) => isNear(first, statement) || saysTheSame(first, statement) || isAround(first, statement),
      ) ||
      (firsts.length > 0 && statements.some((other) => goesOnIn(statement, other)))
    if (isEcho) echoes.push(statement)
    else firsts.push(statement)
  }
  return [...firsts, ...echoes]
}

const isNear = (first: Told, { line }: Told): boolean => Math.abs(first.line - line) <= NEAR_LINES

/** True for an exception around one that was told of before. */
const isAround = (first: Told, { line, message }: Told): boolean =>
  AROUND.test(message) && line > first.line && line - first.line <= CHAIN_LINES

/** True for a link of a chain of causes that has another one below it. */
const goesOnIn = ({ line, message }: Told, other: Told): boolean =>
  LINK.test(message) && LINK.test(other.message) && other.line > line && other.line - line <= CHAIN_LINES

function saysTheSame(a: Told, b: Told): boolean {
  const [one, other] = [coreOf(a.message), coreOf(b.message)]
  return (one !== undefined && b.message.includes(one)) || (other !== undefined && a.message.includes(other))
}

/** What a message says behind the name of its error. Undefined if that is too little to compare. */
function coreOf(message: string): string | undefined {
  const core = message.slice(message.indexOf(': ') + 1).trim()
  return core.length < SHARED_LENGTH ? undefined : core.slice(0, MOST_SHARED_LENGTH)
}

/** Lines above a message that say nothing without it. */
const ANNOUNCES =
  /Traceback \(most recent call|During handling of the above exception|^The above exception was|^Stack trace:|^Caused by:$/

/** True for a line that only says that a message follows. */
const announcesMessage = (message: string): boolean => ANNOUNCES.test(message)
