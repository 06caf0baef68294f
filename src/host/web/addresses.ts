import { BlockList, isIP, isIPv4 } from 'node:net'

/** Ranges that no public server has: IANA's registries of special-purpose addresses, RFC 6890 and its updates. */
const ranges4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The host of a virtual machine at Azure, which answers only from within.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Only 2000::/3 is given out; in it, these ranges are special. */
const ranges6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which leads to an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
]

const special4 = new BlockList()
for (const [address, bits] of ranges4) special4.addSubnet(address, bits, 'ipv4')
const special6 = new BlockList()
for (const [address, bits] of ranges6) special6.addSubnet(address, bits, 'ipv6')
const given6 = new BlockList()
given6.addSubnet('2000::', 3, 'ipv6')

/** An address with an IPv4 address in it: mapped, or translated by NAT64. */
const WITH_INNER = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** True for an address of a public server. An IPv6 address with an IPv4 address in it is judged by that. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIP(plain) === 0) return false
  if (isIPv4(plain)) return !special4.check(plain, 'ipv4')
  // A URL writes each address in one way.
  const [, high, low] = WITH_INNER.exec(new URL(`http://[${plain}]`).hostname.slice(1, -1)) ?? []
  if (high !== undefined)
    return isPublicAddress(dottedOf(Number.parseInt(high, 16), Number.parseInt(low, 16)))
  return given6.check(plain, 'ipv6') && !special6.check(plain, 'ipv6')
}

const dottedOf = (high: number, low: number): string =>
  [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
