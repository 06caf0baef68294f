import { names } from '../../../check/names.ts'
import { optionsOf, wholeNumber } from '../../../check/values.ts'
import { sha256Hex } from '../../../core/bytes/sha256.ts'
import type { S3Client } from './client.ts'
import { isAbsent, textWithin } from './failures.ts'
import type { Keys } from './keys.ts'
import { elementText, encoded, xmlElements } from './xml.ts'

const MOST_RULES_BYTES = 1024 * 1024

/** When the object store itself removes artifacts. */
export interface ExpiryOptions {
  /** 1 to 36,500. The object store removes an artifact after so many days and some hours. */
  days: number
}

const expiryNames = names<ExpiryOptions>()('days')

/**
 * Adds two lifecycle rules to the bucket, one for manifests and one for bytes. They replace the rules of an earlier
 * call. Other rules stay. Throws `PITH_INVALID_OPTION` and `S3Failure`.
 */
export async function putExpiry(client: S3Client, keys: Keys, options: ExpiryOptions): Promise<void> {
  const days = wholeNumber('days', optionsOf(options, expiryNames).days, undefined, 1, 36_500)
  // Bytes are older than their manifest. They stay a day longer, so that every manifest has its bytes.
  const own = [
    ruleFor(keys.manifestPrefix, `<Expiration><Days>${days}</Days></Expiration>`),
    ruleFor(
      keys.dataPrefix,
      `<Expiration><Days>${days + 1}</Days></Expiration><AbortIncompleteMultipartUpload>` +
        '<DaysAfterInitiation>2</DaysAfterInitiation></AbortIncompleteMultipartUpload>',
    ),
  ]
  const ids = [idOf(keys.manifestPrefix), idOf(keys.dataPrefix)]
  const others = (await rulesOf(client)).filter((rule) => !ids.includes(elementText(rule, 'ID') ?? ''))
  const rules = [...others, ...own].map((rule) => `<Rule>${rule}</Rule>`)
  const xml = `<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${rules.join('')}</LifecycleConfiguration>`
  const body = new TextEncoder().encode(xml)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  await client.send({
    method: 'PUT',
    query: { lifecycle: '' },
    headers: {
      'content-type': 'application/xml',
      'x-amz-sdk-checksum-algorithm': 'SHA256',
      'x-amz-checksum-sha256': btoa(String.fromCharCode(...digest)),
    },
    body,
    read: async (response) => {
      await textWithin(response, MOST_RULES_BYTES)
    },
  })
}

/** The name of a rule may have at most 255 characters. */
function idOf(prefix: string): string {
  const id = `pith ${prefix}`
  return id.length <= 255 ? id : `pith ${sha256Hex(new TextEncoder().encode(prefix))}`
}

const ruleFor = (prefix: string, what: string): string =>
  `<ID>${encoded(idOf(prefix))}</ID><Filter><Prefix>${encoded(prefix)}</Prefix></Filter><Status>Enabled</Status>${what}`

/** The content of each lifecycle `<Rule>` of the bucket. */
async function rulesOf(client: S3Client): Promise<string[]> {
  try {
    const read = (response: Response) => textWithin(response, MOST_RULES_BYTES)
    return xmlElements(await client.send({ method: 'GET', query: { lifecycle: '' }, read }), 'Rule')
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}
