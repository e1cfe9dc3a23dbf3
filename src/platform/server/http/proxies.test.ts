import { describe, expect, test } from 'vitest'
import { callerOf, DEFAULT_PROXIES, readProxies } from '#platform/server/http/proxies.ts'

const isProxyOf = (list: string) => {
  const isProxy = readProxies(list)
  if (!isProxy) throw new Error(`not a list: ${list}`)
  return isProxy
}
const caller = (list: string, remoteAddress: string, forwarded?: string) =>
  callerOf(
    { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } } as never,
    isProxyOf(list),
  )

describe('a list of proxies', () => {
  test('names addresses and ranges of both kinds; a mapped IPv4 is that IPv4', () => {
    const isProxy = isProxyOf('127.0.0.1, ::1,10.0.0.0/8 , fd00::/8')
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::FFFF:10.9.8.7', '::1', '10.255.0.1', 'fd12::1']) {
      expect(isProxy(address), address).toBe(true)
    }
    for (const address of ['127.0.0.2', '11.0.0.1', 'fe80::1', '', 'localhost', '::ffff:11.0.0.1'])
      expect(isProxy(address), address).toBe(false)
    expect(isProxyOf('::ffff:10.0.0.1')('10.0.0.1')).toBe(true)
    expect(isProxyOf('0:0:0:0:0:0:0:1')('::1')).toBe(true)
  })

  test('that is empty trusts no proxy; one with a fault is undefined', () => {
    expect(isProxyOf('')('127.0.0.1')).toBe(false)
    for (const fault of ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '1.2.3', '::1/129', '10.0.0.0/', '10.0.0.0/-1']) {
      expect(readProxies(fault), fault).toBeUndefined()
    }
  })
})

describe('the caller', () => {
  test('is who connects, unless that is a proxy: then whom it heard it from', () => {
    expect(caller(DEFAULT_PROXIES, '192.0.2.1', '198.51.100.1')).toBe('192.0.2.1')
    expect(caller(DEFAULT_PROXIES, '127.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
    expect(caller(DEFAULT_PROXIES, '::1', '198.51.100.1')).toBe('198.51.100.1')
    expect(caller(DEFAULT_PROXIES, '::ffff:127.0.0.1', '2001:db8::7')).toBe('2001:db8::7')
    expect(caller('', '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
    expect(caller(DEFAULT_PROXIES, '127.0.0.1')).toBe('127.0.0.1')
  })

  test('is not the address a caller claims: of what a proxy appends only the last is its own', () => {
    expect(caller(DEFAULT_PROXIES, '127.0.0.1', '203.0.113.9, 198.51.100.1')).toBe('198.51.100.1')
    expect(caller('127.0.0.1, 10.0.0.0/8', '127.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.3')).toBe('198.51.100.1')
    expect(caller(DEFAULT_PROXIES, '127.0.0.1', 'nonsense')).toBe('127.0.0.1')
  })
})
