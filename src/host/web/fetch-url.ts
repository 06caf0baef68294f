import { names } from '../../check/names.ts'
import { flag, wholeNumber } from '../../check/values.ts'
import { checkSignal } from '../../core/fit/abort.ts'
import { invalidOption, PithError, shown } from '../../errors.ts'
import type { AsyncTruncateOptions, TruncateOptions } from '../../options.ts'
import { checkNames } from '../../settings.ts'
import { createFileStore } from '../../store/backends/files.ts'
import { storeWhole } from '../../store/guarded-writer.ts'
import type { ArtifactEnd } from '../../store/store.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { type StoredDetails, truncateToolOutputAsync } from '../../tools/tool-output-async.ts'
import type { Truncation } from '../../truncation.ts'
import { type KeepOptions, keepNames } from '../kept-output.ts'
import { strings } from '../walk/walk-options.ts'
import { type Body, type CutShort, readBody } from './body.ts'
import { requestUrl } from './request.ts'
import { toMarkdown } from './to-markdown.ts'

const MOST_BODY_BYTES = 10 * 1024 * 1024
const TIMEOUT_SECONDS = 30
/** A larger page stays HTML. */
const MOST_HTML_BYTES = 8 * 1024 * 1024
/** A text in another character set that is larger stays as it is: it would not be one string. */
const MOST_DECODED_BYTES = 256 * 1024 * 1024
const HEAD_BYTES = 1024

export interface FetchUrlOptions extends AsyncTruncateOptions, KeepOptions {
  /**
   * True: addresses of this machine and of private networks are allowed. A list of hosts such as `localhost:8080` or
   * `10.0.0.7`: only for these. Default: false.
   */
  allowPrivate?: boolean | readonly string[]
  /** Most bytes of the decoded body, 1 to 1 GiB. Default: 10 MiB. What is beyond is not read. */
  maxBodyBytes?: number
  /** Seconds for all of it, 1 to 3600. Default: 30. */
  timeoutSeconds?: number
  /** False: HTML is not turned into Markdown. Default: true. */
  markdown?: boolean
}

const fetchUrlNames = {
  ...names<FetchUrlOptions, TruncateOptions & KeepOptions>()(
    'allowPrivate maxBodyBytes timeoutSeconds markdown',
  ),
  ...keepNames,
}

export interface FetchUrlDetails extends StoredDetails {
  truncation: Truncation
  /** The address that answered, after redirects. */
  url: string
  /** The status, such as 200 or 404. */
  status: number
  /** The media type, such as `text/html`. Empty if the server names none. */
  contentType: string
  /** Bytes of the decoded body. */
  bodyBytes: number
  /** Why the body ended early: it is too large, too slow, or broken. Absent if all of it came. */
  cutShort?: CutShort
  /** True if the text is Markdown made of HTML. */
  isMarkdown: boolean
  /** How the body itself was kept, or why it was not. Absent if the text is the body, or there is no store. */
  body?: ArtifactEnd
}

/**
 * Fetches a page over HTTP or HTTPS. HTML becomes Markdown.
 *
 * Addresses of this machine and of private networks are refused, also behind a redirect, and also when a name leads to
 * them. The body is read up to a size, and for a time; what came is shown, and `notes` say what is missing. An answer such
 * as 404 is a result too.
 *
 * @throws {PithError} `PITH_ADDRESS_REFUSED`, `PITH_FETCH_FAILED`, `PITH_INVALID_OPTION`, `PITH_ABORTED`
 */
export async function fetchUrl(
  url: string,
  options: FetchUrlOptions = {},
): Promise<ToolOutput<FetchUrlDetails>> {
  checkNames(options, fetchUrlNames)
  if (typeof url !== 'string') throw invalidOption('url', 'a string', url)
  const { allowPrivate, maxBodyBytes, timeoutSeconds, markdown, store, storeTimeoutMs, signal, ...limits } =
    options
  const mostBytes = wholeNumber('maxBodyBytes', maxBodyBytes, MOST_BODY_BYTES, 1, 1024 ** 3)
  const seconds = wholeNumber('timeoutSeconds', timeoutSeconds, TIMEOUT_SECONDS, 1, 3600)
  const asMarkdown = flag('markdown', markdown, true)
  const request = {
    allowPrivate: Array.isArray(allowPrivate)
      ? strings('allowPrivate', allowPrivate, [])
      : flag('allowPrivate', allowPrivate, false),
  }
  checkSignal(signal)
  const late = AbortSignal.timeout(seconds * 1000)
  const ending = signal ? AbortSignal.any([late, signal]) : late
  try {
    const answer = await requestUrl(url, { ...request, signal: ending })
    const body = await readBody(answer.response, mostBytes, ending)
    checkSignal(signal)
    const { statusCode: status = 0, statusMessage = '', headers } = answer.response
    const type = String(headers['content-type'] ?? '')
    const page = await textOf(body.bytes, type, answer.url.href, asMarkdown)
    const kept = store === false ? undefined : (store ?? createFileStore())
    const storing = { ...(storeTimeoutMs !== undefined && { timeoutMs: storeTimeoutMs }), signal }
    const stored =
      kept && page.isOther
        ? await storeWhole(kept, { tool: 'web', label: answer.url.href }, body.bytes, storing)
        : undefined
    const head = status >= 200 && status < 300 ? '' : `HTTP ${status} ${statusMessage}\n\n`
    const input = head === '' ? page.text : withHead(head, page.text)
    const shownPage = await truncateToolOutputAsync('web', input, {
      ...limits,
      ...(kept && { store: kept }),
      ...{ ...(storeTimeoutMs !== undefined && { storeTimeoutMs }), ...(signal && { signal }) },
    } as never)
    return {
      ...shownPage,
      details: {
        ...shownPage.details,
        ...{ url: answer.url.href, status, contentType: type.split(';')[0].trim().toLowerCase() },
        ...{ bodyBytes: body.bytes.length, isMarkdown: page.isMarkdown },
        ...(body.cutShort && { cutShort: body.cutShort }),
        ...(stored && { body: stored }),
        ...withNotes(shownPage.details, [
          ...notesOf(body, mostBytes, seconds),
          ...(page.note === undefined ? [] : [page.note]),
        ]),
      },
    }
  } catch (error) {
    checkSignal(signal)
    if (error !== late.reason) throw error
    throw new PithError('PITH_FETCH_FAILED', `${shown(url)} did not answer within ${seconds} s.`)
  }
}

function withNotes({ notes = [] }: StoredDetails, more: readonly string[]): { notes?: string[] } {
  return notes.length + more.length === 0 ? {} : { notes: [...notes, ...more] }
}

function notesOf({ cutShort, failure }: Body, mostBytes: number, seconds: number): string[] {
  if (cutShort === 'size') return [`The body is larger than ${mostBytes} bytes; the rest was not read.`]
  if (cutShort === 'time') return [`The body did not end within ${seconds} s; the rest was not read.`]
  if (cutShort === 'failure') return [`The body ended early: ${failure}.`]
  return failure === undefined ? [] : [`The body is shown as it came: ${failure}.`]
}

function withHead(head: string, text: string | Uint8Array): string | Uint8Array {
  return typeof text === 'string' ? head + text : Buffer.concat([Buffer.from(head), text])
}

interface PageText {
  text: string | Uint8Array
  isMarkdown: boolean
  /** True if the text is not the body byte for byte. */
  isOther: boolean
  /** Why HTML is not shown as Markdown, if that was tried. */
  note?: string
}

const TEXT = /^(text\/|application\/(.*\+)?(json|xml|javascript|x-ndjson|yaml)\b)/i
const HTML = /^(text\/html|application\/xhtml\+xml)\b/i

/** What is shown of a body: its text in UTF-8, or for HTML Markdown. Other contents stay bytes. */
async function textOf(bytes: Buffer, type: string, url: string, asMarkdown: boolean): Promise<PageText> {
  const isHtml =
    HTML.test(type) || (type === '' && /^\s*<(!doctype html|html)\b/i.test(bytes.toString('latin1', 0, 256)))
  if (!isHtml && !TEXT.test(type)) return { text: bytes, isMarkdown: false, isOther: false }
  const decoder = decoderFor(bytes, type, isHtml)
  const isUtf8 = decoder.encoding === 'utf-8'
  let note: string | undefined
  if (isHtml && asMarkdown && bytes.length <= MOST_HTML_BYTES) {
    const made = await toMarkdown(decoder.decode(bytes), url)
    if ('text' in made) return { text: `${made.text}\n`, isMarkdown: true, isOther: true }
    note = `The page is shown as HTML: ${made.reason}.`
  }
  const noted = { isMarkdown: false, ...(note !== undefined && { note }) }
  return isUtf8 || bytes.length > MOST_DECODED_BYTES
    ? { text: bytes, ...noted, isOther: false }
    : { text: decoder.decode(bytes), ...noted, isOther: true }
}

/** The decoder for the character set that the server or the page names. */
function decoderFor(bytes: Buffer, type: string, isHtml: boolean): InstanceType<typeof TextDecoder> {
  const [, named] = /charset\s*=\s*["']?([\w:.-]+)/i.exec(type) ?? []
  const head = isHtml ? bytes.toString('latin1', 0, HEAD_BYTES) : ''
  const [, inPage] = /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(head) ?? []
  try {
    return new TextDecoder(named ?? inPage ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}
