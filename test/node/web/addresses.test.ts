import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../src/host/web/addresses.ts'

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('lets %s pass', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.9', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.0.192'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '[::1]', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::a9fe:a9fe'],
    ...['64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2001:0:1::1'],
    ...['64:ff9b:1:a00:0:100:808:808', '168.63.129.16', '::ffff:168.63.129.16'],
    ...['', 'localhost', '1.2.3', 'fec0::1', '4000::1'],
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))
})
