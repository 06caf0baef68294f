/**
 * The keys in a store's part of a bucket:
 *
 *   `PREFIXdata/<uuid>`          an artifact's bytes, written once and never changed
 *   `PREFIXids/<sha256>.json`    the manifest: names the bytes. Only what a manifest names is an artifact
 *
 * No two writers ever share a key of bytes; the manifest's is taken by who comes first.
 */
export interface Keys {
  data(uuid: string): string
  manifest(sha256: string): string
  /** What the keys of all bytes, of all manifests, and of the manifests of an id begin with. */
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

/** Whether a name is one that a writer takes; nothing else of a manifest may become a part of a key. */
export const isUuid = (name: unknown): name is string =>
  typeof name === 'string' && name.length === 36 && uuidsIn(name).length === 1

/** All of a text. */
export const uuidsIn = (text: string): string[] =>
  text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? []

/** The sha256 in a manifest's key; undefined for whatever the store does not make. */
export function sha256In(key: string, keys: Keys): string | undefined {
  if (!key.startsWith(keys.manifestPrefix)) return undefined
  return /^([0-9a-f]{64})\.json$/.exec(key.slice(keys.manifestPrefix.length))?.[1]
}

/** The uuid in a key of bytes; undefined for whatever the store does not make. */
export function uuidIn(key: string, keys: Keys): string | undefined {
  const name = key.startsWith(keys.dataPrefix) ? key.slice(keys.dataPrefix.length) : undefined
  return isUuid(name) ? name : undefined
}
