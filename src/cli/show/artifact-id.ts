import { PithError } from '../../errors.ts'
import { isArtifactId } from '../../store/stat.ts'
import type { ArtifactStore } from '../../store/store.ts'

const BEGINNING = /^[0-9a-f]{4,15}$/
/** Ids that an error names. */
const MOST_NAMED = 3

/**
 * The id that a person or a model means: an id, or at least four characters at the beginning of one. A store is listed
 * only for a beginning. What begins no id is returned as it is, so that it is refused where it is used.
 *
 * @throws {PithError} `PITH_UNKNOWN_ARTIFACT` for the beginning of several ids
 */
export async function artifactId(store: Pick<ArtifactStore, 'list'>, given: string): Promise<string> {
  if (isArtifactId(given) || !BEGINNING.test(given)) return given
  const found = (await store.list()).map(({ id }) => id).filter((id) => id.startsWith(given))
  const [id = given, ...others] = found
  if (others.length === 0) return id
  const first = found.slice(0, MOST_NAMED).join(', ')
  const more = found.length > MOST_NAMED ? ' and others' : ''
  throw new PithError(
    'PITH_UNKNOWN_ARTIFACT',
    `Expected the id of one artifact, got ${given}, with which ${found.length} ids begin: ${first}${more}.`,
  )
}
