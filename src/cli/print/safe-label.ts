import { labelWithoutSecrets } from '../../redact/label.ts'
import type { ArtifactStat } from '../../store/store.ts'

/** What an artifact is called. The address of a page, and a label that another program gave, may hold secrets. */
export const safeLabel = ({ label }: ArtifactStat): string | undefined =>
  label === undefined ? undefined : labelWithoutSecrets(label)
