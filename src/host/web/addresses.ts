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
  ['3fff::', 20],
]

const special4 = new BlockList()
for (const [address, bits] of ranges4) special4.addSubnet(address, bits, 'ipv4')
const special6 = new BlockList()
for (const [address, bits] of ranges6) special6.addSubnet(address, bits, 'ipv6')
const given6 = new BlockList()
given6.addSubnet('2000::', 3, 'ipv6')

/** True for an address of a public server. An IPv6 address with an IPv4 address in it is judged by that. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIP(plain) === 0) return false
  if (isIPv4(plain)) return !special4.check(plain, 'ipv4')
  const groups = groupsOf(plain)
  const inner = innerAddress(groups)
  if (inner !== undefined) return isPublicAddress(inner)
  return given6.check(plain, 'ipv6') && !special6.check(plain, 'ipv6')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const [head, tail] = dotted.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const all = tail ? [...head, ...new Array(8 - head.length - tail.length).fill('0'), ...tail] : head
  return all.map((group) => Number.parseInt(group, 16))
}

/** The IPv4 address that an address leads to: mapped, compatible, translated (NAT64) or 6to4. */
function innerAddress(groups: readonly number[]): string | undefined {
  const isZero = (count: number) => groups.slice(0, count).every((group) => group === 0)
  const [first, second] = groups
  if (first === 0x2002) return dottedOf(groups[1], groups[2])
  const isMapped = isZero(5) && groups[5] === 0xffff
  const isCompatible = isZero(6)
  // 64:ff9b:1::/48 is for private use, and has the IPv4 address at other places (RFC 8215).
  const isNat64 = first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0)
  const isTranslated = isNat64 || (isZero(4) && groups[4] === 0xffff)
  return isMapped || isCompatible || isTranslated ? dottedOf(groups[6], groups[7]) : undefined
}

const dottedOf = (high: number, low: number): string =>
  [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
