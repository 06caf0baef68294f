import { artifactLock, type Folder } from './folder.ts'

/** What this tab or worker told somebody of: it stays while they may come back for it. By lock. */
const claims = new Map<string, () => void>()

/** Waits for a clean-up that is removing it. */
export async function claim(folder: Folder, id: string): Promise<void> {
  const name = artifactLock(folder, id)
  if (claims.has(name)) return
  const release = await folder.locks.hold(name)
  // Another writer of equal bytes may have come first.
  if (claims.has(name)) release()
  else claims.set(name, release)
}

export function giveUpClaim(folder: Folder, id: string): void {
  const name = artifactLock(folder, id)
  claims.get(name)?.()
  claims.delete(name)
}

export const isClaimed = (folder: Folder, id: string): boolean => claims.has(artifactLock(folder, id))
