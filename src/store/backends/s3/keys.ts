/**
 * The keys in a store's part of a bucket:
 *
 *   `PREFIXdata/<uuid>`          an artifact's bytes, written once and never changed
 *   `PREFIXids/<sha256>.json`    the manifest. Only bytes that a manifest names are an artifact
 *
 * Writers share no key of bytes. The first of them gets the manifest's key.
 */
export interface Keys {
  data(uuid: string): string
  manifest(sha256: string): string
  /** Prefixes of the keys of all bytes, of all manifests, and of the manifests of an id. */
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

/** Whether a name is one that a writer makes. Nothing else in a manifest may become part of a key. */
export const isUuid = (name: unknown): name is string =>
  typeof name === 'string' && name.length === 36 && uuidsIn(name).length === 1

/** All UUIDs in a text. */
export const uuidsIn = (text: string): string[] =>
  text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? []

/** The sha256 in a manifest's key. Undefined for objects that pith did not write. */
export function sha256In(key: string, keys: Keys): string | undefined {
  if (!key.startsWith(keys.manifestPrefix)) return undefined
  return /^([0-9a-f]{64})\.json$/.exec(key.slice(keys.manifestPrefix.length))?.[1]
}

/** The UUID in a key of bytes. Undefined for objects that pith did not write. */
export function uuidIn(key: string, keys: Keys): string | undefined {
  const name = key.startsWith(keys.dataPrefix) ? key.slice(keys.dataPrefix.length) : undefined
  return isUuid(name) ? name : undefined
}
