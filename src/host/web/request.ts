import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { PithError, shown, wrongOption } from '../../errors.ts'
import { isPublicAddress } from './addresses.ts'

const MOST_REDIRECTS = 10
const MOST_HEADER_BYTES = 64 * 1024
const redirects = new Set([301, 302, 303, 307, 308])

export interface RequestOptions {
  /** True: addresses of this machine and of private networks are allowed. A list: only for these hosts. */
  allowPrivate: boolean | readonly string[]
  /** Ends the request. Its reason is thrown. */
  signal: AbortSignal
}

/** The head of an answer, and its body, which has not been read. */
export interface Answer {
  /** The address that answered, after redirects. */
  url: URL
  response: IncomingMessage
}

/**
 * Asks for a URL, and follows redirects. The address is judged when the connection is made, so that neither a redirect
 * nor a name that leads to another address later gets around it. Sends no cookies and no credentials.
 *
 * @throws {PithError} `PITH_ADDRESS_REFUSED`, `PITH_FETCH_FAILED`, `PITH_INVALID_OPTION`
 */
export async function requestUrl(given: string, options: RequestOptions): Promise<Answer> {
  let url = checkedUrl(given, 'the address')
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await ask(url, options)
    const { location } = response.headers
    if (!redirects.has(response.statusCode ?? 0) || location === undefined) return { url, response }
    response.destroy()
    url = redirected(location, url)
  }
  throw new PithError(
    'PITH_FETCH_FAILED',
    `${shown(given)} was redirected more than ${MOST_REDIRECTS} times.`,
  )
}

function redirected(location: string, from: URL): URL {
  // Headers are Latin-1, but servers put UTF-8 there.
  const text = Buffer.from(location, 'latin1').toString()
  if (!URL.canParse(text, from))
    throw new PithError(
      'PITH_FETCH_FAILED',
      `${shown(from.href)} redirects to ${shown(text)}, which is no address.`,
    )
  return checkedUrl(new URL(text, from).href, `the address to which ${shown(from.href)} redirects`)
}

function checkedUrl(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw wrongOption(`Expected ${what} to begin with http:// or https://, got ${shown(text)}.`)
  if (url.username !== '' || url.password !== '')
    throw wrongOption(`Expected ${what} to have no user name and no password.`)
  return url
}

/** Whether a host may have a private address. Hosts are named with or without their port. */
const isAllowed = ({ host, hostname }: URL, allowed: boolean | readonly string[]): boolean =>
  typeof allowed === 'boolean' ? allowed : allowed.includes(host) || allowed.includes(hostname)

function ask(url: URL, { allowPrivate: allowed, signal }: RequestOptions): Promise<IncomingMessage> {
  const allowPrivate = isAllowed(url, allowed)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A host that is an address is not looked up.
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(refused(url, host))
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      // A connection of its own, which was judged for this request.
      agent: false,
      lookup: allowPrivate ? lookUp : publicLookup(url),
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
      headers: {
        accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.9, application/json;q=0.9, */*;q=0.5',
        'accept-encoding': 'gzip, br',
        'user-agent': 'pith',
      },
    })
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        const address = socket.remoteAddress ?? ''
        if (!allowPrivate && !isPublicAddress(address)) request.destroy(refused(url, address))
      })
    })
    request.on('error', (error) => reject(failureOf(url, error, signal)))
    request.once('response', resolve)
    // An answer that switches protocols ends the request with neither an error nor a response.
    request.once('close', () => reject(failureOf(url, new Error('the connection was closed'), signal)))
    request.end()
  })
}

/** Looks a name up, and refuses it if one of its addresses is private. */
const publicLookup =
  (url: URL): LookupFunction =>
  (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, [])
        return
      }
      const bad = addresses.find(({ address }) => !isPublicAddress(address))
      if (bad) callback(refused(url, bad.address), [])
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0].address, addresses[0].family)
    })
  }

const refused = ({ hostname }: URL, address: string): PithError =>
  new PithError(
    'PITH_ADDRESS_REFUSED',
    `${shown(hostname)} is ${address}, an address of this machine or of a private network. Allow private addresses to fetch it.`,
  )

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  HPE_HEADER_OVERFLOW: 'its headers are too large',
}

/** The error for what went wrong on the way to an address. */
function failureOf({ href }: URL, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof PithError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  return new PithError(
    'PITH_FETCH_FAILED',
    `${shown(href)} could not be fetched: ${reasons[code] ?? message}.`,
    {
      cause: error,
    },
  )
}
