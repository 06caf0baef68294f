import { labelWithoutSecrets } from '../../redact/label.ts'
import type { ArtifactStat } from '../../store/store.ts'

/** What an artifact is called. Artifacts of earlier versions may have secrets in their labels. */
export const safeLabel = ({ label }: ArtifactStat): string | undefined =>
  label === undefined ? undefined : labelWithoutSecrets(label)
