// Draws questions about a recording.
import { createHash } from 'node:crypto'
import { createRandom } from '../random.mjs'
import { linesOf } from '../structure/cut.mjs'
import { answersIn } from './answers.mjs'
import { countedKinds, factsOfKind } from './facts.mjs'

const SEED = 4711
/** Two questions a recording. */
const QUESTIONS = 2
/** The share of questions about the first and the last tenth, where people look more. The others are uniform. */
const AT_ENDS = 0.25
const TENTH = 0.1
const TRIES = 40
/** A recording in so many is asked how many entries it has. */
const COUNTED = 2
const ENTRY_WORDS = 'matches|entries|files|rows|paths|lines|items'

/**
 * @param {import('./record.mjs').Recording} recording
 * @param {number} [draw] the same recording gets other questions in another draw
 * @returns {import('./answers.mjs').Question[]}
 */
export function questionsOf({ kind, command, text }, draw = 0) {
  const lines = linesOf(text).map((line) => line.trimEnd())
  const random = createRandom(seedOf(draw === 0 ? command : `${draw} ${command}`))
  const facts = factsOfKind[kind](lines)
  const asked = new Set()
  for (let tries = 0; facts.length > 0 && asked.size < QUESTIONS && tries < TRIES; tries++) {
    const fact = facts[Math.floor(placeOf(random) * facts.length)]
    if (answersIn(lines, fact) === 1) asked.add(fact)
  }
  return [...asked, ...countOf(kind, lines, random)]
}

/**
 * The questions of several draws. Those of one draw are answered or not by chance.
 *
 * @param {import('./record.mjs').Recording} recording
 * @param {number} draws
 */
export const questionsOfDraws = (recording, draws) =>
  Array.from({ length: draws }, (_, draw) => questionsOf(recording, draw)).flat()

/** From 0 to 1: most often uniform, else in the first or the last tenth. */
function placeOf(random) {
  const place = random()
  if (random() >= AT_ENDS) return place
  return place < 0.5 ? place * 2 * TENTH : 1 - TENTH + (place - 0.5) * 2 * TENTH
}

function countOf(kind, lines, random) {
  const entry = countedKinds[kind]
  if (!entry || random() * COUNTED >= 1) return []
  const isEntry = (line) => entry.test(line)
  const number = lines.filter(isEntry).length
  return [{ ask: 'how many entries', count: { number, words: ENTRY_WORDS, isEntry, all: lines.length } }]
}

/** Of a recording's own, so that a recording that is left out changes no other's questions. */
const seedOf = (name) => SEED + createHash('sha256').update(name).digest().readUInt32LE(0)
