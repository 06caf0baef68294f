import { EVIDENCE_FACTS, EVIDENCE_FACTS_BYTES, FOUND_MEMO, QUIET_MEMO } from './memory'

// Remembers by their fingerprints which lines have no evidence, and the evidence of others, in bounded memory: new lines
// replace older ones. It only saves work.

/** Fingerprints of lines without evidence: u64 each, two for each place. */
const QUIET_PLACES: usize = 0x4000
/** Fingerprints of lines with evidence, each followed by it; two for each place. */
const FOUND_PLACES: usize = 0x800
const FOUND_ENTRY: usize = 32
const FOUND_PLACE: usize = 2 * FOUND_ENTRY

// @ts-ignore: decorator
@inline
function quietPlace(hash: u64): usize {
  return QUIET_MEMO + ((<usize>hash & (QUIET_PLACES - 1)) << 4)
}

// @ts-ignore: decorator
@inline
function foundPlace(hash: u64): usize {
  return FOUND_MEMO + (<usize>hash & (FOUND_PLACES - 1)) * FOUND_PLACE
}

/** True if the line with this fingerprint is known to have no evidence. 0 stands for no fingerprint. */
// @ts-ignore: decorator
@inline
export function isQuiet(hash: u64): bool {
  const place = quietPlace(hash)
  return load<u64>(place) == hash || load<u64>(place, 8) == hash
}

export function keepQuiet(hash: u64): void {
  const place = quietPlace(hash)
  store<u64>(place, load<u64>(place), 8)
  store<u64>(place, hash)
}

/** Copies the evidence of the line with this fingerprint to EVIDENCE. False if it is not known. */
export function recall(hash: u64): bool {
  let entry = foundPlace(hash)
  if (load<u64>(entry) != hash) {
    entry += FOUND_ENTRY
    if (load<u64>(entry) != hash) return false
  }
  memory.copy(EVIDENCE_FACTS, entry + 8, EVIDENCE_FACTS_BYTES)
  return true
}

/** Remembers what is in EVIDENCE for the line with this fingerprint. */
export function keepFound(hash: u64): void {
  const place = foundPlace(hash)
  memory.copy(place + FOUND_ENTRY, place, FOUND_ENTRY)
  store<u64>(place, hash)
  memory.copy(place + 8, EVIDENCE_FACTS, EVIDENCE_FACTS_BYTES)
}
