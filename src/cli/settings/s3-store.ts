import { wrongOption } from '../../errors.ts'
import { createS3Store, type S3ArtifactStore, type S3Credentials } from '../../store/backends/s3.ts'
import { configured } from './config.ts'

const HOUR_MS = 3_600_000

/** The store in the configured bucket. Takes credentials from the usual `AWS_` variables. */
export function s3Store(): S3ArtifactStore {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env
  const ttl = configured('store.ttlHours')
  return createS3Store({
    bucket: saidText('bucket') ?? '',
    endpoint: saidText('endpoint'),
    region: saidText('region') ?? (AWS_REGION || AWS_DEFAULT_REGION || undefined),
    prefix: saidText('prefix'),
    credentials,
    maxArtifactBytes: configured('store.maxArtifactBytes')?.value as number | undefined,
    // Others may share the bucket, so nothing expires unless a lifetime is configured.
    ttlMs: ttl && ttl.level !== 'default' ? Number(ttl.value) * HOUR_MS : undefined,
  })
}

const saidText = (name: string): string | undefined => {
  const said = configured(`store.s3.${name}`)
  return said && String(said.value)
}

/** Called only when needed, so that without credentials an output is still shown, but not stored. */
async function credentials(): Promise<S3Credentials> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env
  if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY) {
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      sessionToken: AWS_SESSION_TOKEN || undefined,
    }
  }
  throw wrongOption(
    'Expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, for the bucket in `store.s3`.',
  )
}
