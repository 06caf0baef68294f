import { artifactLock, type BrowserFolder } from './folder.ts'

/** Locks on the artifacts that this tab or worker has written, by name. Their ids may still be used to read them. */
const claims = new Map<string, () => void>()

/**
 * Protects an artifact until `giveUpClaim` is called, or until the tab or worker ends. Waits for a clean-up that is
 * removing it.
 */
export async function claim(folder: BrowserFolder, id: string): Promise<void> {
  const name = artifactLock(folder, id)
  if (claims.has(name)) return
  const release = await folder.locks.hold(name)
  // Another writer of equal bytes may have claimed it first.
  if (claims.has(name)) release()
  else claims.set(name, release)
}

export function giveUpClaim(folder: BrowserFolder, id: string): void {
  const name = artifactLock(folder, id)
  claims.get(name)?.()
  claims.delete(name)
}

export const isClaimed = (folder: BrowserFolder, id: string): boolean => claims.has(artifactLock(folder, id))
