/**
 * The keys of the objects that a store has in a bucket.
 *
 *   `PREFIXdata/<uuid>`          the bytes of an artifact; they are written once and never change
 *   `PREFIXids/<sha256>.json`    the manifest; bytes are an artifact only when a manifest names them
 *
 * Each writer has its own key for the bytes. Writers of equal outputs share the key of the manifest, and the first one
 * gets it.
 */
export interface Keys {
  data(uuid: string): string
  manifest(sha256: string): string
  /** The prefixes of all data keys, of all manifest keys, and of the manifest keys for one id. */
  dataPrefix: string
  manifestPrefix: string
  idPrefix(id: string): string
}

export const keysUnder = (prefix: string): Keys => ({
  data: (uuid) => `${prefix}data/${uuid}`,
  manifest: (sha256) => `${prefix}ids/${sha256}.json`,
  dataPrefix: `${prefix}data/`,
  manifestPrefix: `${prefix}ids/`,
  idPrefix: (id) => `${prefix}ids/${id}`,
})

/** Whether a name has the form that writers create. Only such a name in a manifest may become part of a key. */
export const isUuid = (name: unknown): name is string =>
  typeof name === 'string' && name.length === 36 && uuidsIn(name).length === 1

/** All UUIDs in a text. */
export const uuidsIn = (text: string): string[] =>
  text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? []

/** The sha256 in the key of a manifest. Undefined for objects that pith did not write. */
export function sha256In(key: string, keys: Keys): string | undefined {
  if (!key.startsWith(keys.manifestPrefix)) return undefined
  return /^([0-9a-f]{64})\.json$/.exec(key.slice(keys.manifestPrefix.length))?.[1]
}

/** The UUID in a data key. Undefined for objects that pith did not write. */
export function uuidIn(key: string, keys: Keys): string | undefined {
  const name = key.startsWith(keys.dataPrefix) ? key.slice(keys.dataPrefix.length) : undefined
  return isUuid(name) ? name : undefined
}
