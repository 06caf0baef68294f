import { ERROR_SEVERITY } from './prefixes.ts'

/**
 * The known line openings: marks, diff signs, codes. Lines that begin with one may matter although they hold no
 * literal. Only the first four bytes count.
 */
const openings: string = [
  // Letters and codes of pytest, linters, loggers, compilers and TeX.
  'E |E\t|E:|F:|W:|C:|R:|e:|w:|X |x |F |! |l.|[E|[F|[X|[!|[-]|(X)|E0|E1|F0|F1|L: ',
  // Diffs, carets, horizontal rules and the titles between them.
  `@@|** |< |-\t|+\t|-  |+  |- "|+ "|- '|+ '|- [|+ [|- {|+ {|- <|+ <|^|~~|<<<|>>>|+++ |___|!!!|###`,
  '#  |dif|Diff|In |File',
  // Steps of a CI.
  '##[g|##[s',
  // Words that begin a report, or one half of a pair such as expected and actual.
  // Shells and small tools, which speak the system's language; progress of Dart tests; frames of a JVM crash.
  'ERRO|FATA|PANI|bash|sh: |ls: |cp: |mv: |cat:|cd: |tar:|00:0|00:1|00:2|00:3|00:4|00:5|01:0|# C |# J |# V |Éch',
  // Codes of databases.
  'ORA-|TNS-|PLS-|SP2-|RMAN|SQL0|SQL1|DB2',
  'not |npm |lern|ERR_|Cau|got|Got|lef|rig|foun|but|was|is:|l: |r: |lhs|rhs|have|to e|to b|to h|to m',
  'to c|<int|<str|<boo|<nil|<[]|<*',
  // Numbers of a list of failures.
  '1) |2) |3) |4) |5) |6) |7) |8) |9) |10) |11) |12) ',
  // Marks.
  '✕|✗|✘|✖|×|●|❌|⨯|⨉|🔴|✸|☓|💥|🚨|⛔|🛑|‼|❗|≠|→|⚠|⎯|❯|──',
].join('|')

/**
 * First bytes of Cyrillic letters and of most Chinese, Japanese and Korean characters. Literals hold only ASCII, so lines
 * that begin in such a script are all assessed.
 */
const scriptLeads = [0xd0, 0xd1, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed]

const BAR = 0x7c
/** The most bytes of an opening that count. */
const MOST_BYTES = 4

interface OpeningTable {
  /** By the low 16 bits of an opening: 0 for no, 1 for yes, 2 if the bytes after them decide. */
  readonly first: Uint8Array
  /**
   * Openings of three or four bytes, as numbers. Each is at its hash or in one of the next places. 0 marks a free
   * place.
   */
  readonly longer: Uint32Array
}

/** Many times the number of openings, so that most lookups end at the first place. */
const PLACES = 1024

let table: OpeningTable | undefined

/** The table of openings. Made when the first line is looked at. */
export function openingTable(): OpeningTable {
  table ??= readOpenings()
  return table
}

function readOpenings(): OpeningTable {
  const known: OpeningTable = { first: new Uint8Array(65536), longer: new Uint32Array(PLACES) }
  let opening = 0
  let length = 0
  for (const byte of new TextEncoder().encode(`${openings}|`)) {
    if (byte === BAR) {
      addOpening(known, opening >>> 0, length)
      opening = length = 0
    } else if (length < MOST_BYTES) opening |= byte << (8 * length++)
  }
  for (const lead of scriptLeads) addOpening(known, lead, 1)
  addPriorities(known)
  return known
}

/** Priorities of syslog whose severity is an error or worse: `<3>`, `<11>`, `<131`. */
function addPriorities(known: OpeningTable): void {
  for (let priority = 0; priority < PRIORITIES; priority++) {
    if ((priority & 7) > ERROR_SEVERITY) continue
    const bytes = new TextEncoder().encode(`<${priority}>`).subarray(0, MOST_BYTES)
    let opening = 0
    for (const [i, byte] of bytes.entries()) opening |= byte << (8 * i)
    addOpening(known, opening >>> 0, bytes.length)
  }
}

/** 24 facilities of eight severities each. */
const PRIORITIES = 192

/** If one opening begins another, the shorter one decides. */
function addOpening({ first, longer }: OpeningTable, opening: number, length: number): void {
  if (length > 2) {
    longer[placeOf(longer, opening)] = opening
    first[opening & 0xffff] ||= 2
  } else if (length === 2) first[opening] = 1
  else for (let second = 0; second < 256; second++) first[opening | (second << 8)] = 1
}

/** Whether a line with this opening (its first four bytes, little-endian, zero-padded) may matter. */
export function isKnownOpening(opening: number): boolean {
  const { first, longer } = openingTable()
  const known = first[opening & 0xffff]
  if (known !== 2) return known === 1
  return longer[placeOf(longer, opening)] !== 0 || longer[placeOf(longer, opening & 0xffffff)] !== 0
}

/**
 * The place of an opening, or the free place where it would be. Only three bytes choose the first place to try, so that
 * an opening of three bytes and one that extends it share it.
 */
function placeOf(longer: Uint32Array, opening: number): number {
  let place = Math.imul(opening & 0xffffff, 0x9e3779b1) >>> 22
  while (longer[place] !== 0 && longer[place] !== opening >>> 0) place = (place + 1) & (PLACES - 1)
  return place
}
