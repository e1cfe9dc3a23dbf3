import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/** Returns whether an address is one of the proxies in front of us. */
export type IsProxy = (address: string) => boolean

/** A proxy on this machine, as most are. */
export const DEFAULT_PROXIES = '127.0.0.1, ::1'

/**
 * Parses a list of proxies such as `127.0.0.1, ::1, 10.0.0.0/8`. IPv4 inside IPv6 (`::ffff:10.0.0.1`) counts as the IPv4 it is. An empty list
 * trusts no proxy. Undefined when one of its parts is no address or range.
 */
export function readProxies(list: string): IsProxy | undefined {
  const known: Proxies = { addresses: new Set(), ranges: new BlockList() }
  for (const part of list.split(',').map((one) => one.trim())) {
    if (part !== '' && !addTo(known, part)) return undefined
  }
  const hasRanges = known.ranges.rules.length > 0
  return (address) => {
    const plain = plainAddress(address)
    return known.addresses.has(plain) || (hasRanges && isIP(plain) !== 0 && known.ranges.check(plain, familyOf(plain)))
  }
}

/* Looking an address up in ranges costs more than all other work of a poll, so single addresses are kept separately. */
type Proxies = { addresses: Set<string>; ranges: BlockList }

/**
 * The client address of a request: of the addresses it came through, the last that is no proxy. Each proxy appends the address it received the
 * request from, so what the caller wrote into the header comes before that and is not trusted.
 */
export function callerOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, isProxy: IsProxy): string {
  let address = plainAddress(socket.remoteAddress ?? '')
  if (!isProxy(address)) return address
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  do {
    const before = plainAddress(forwarded.pop()?.trim() ?? '')
    if (isIP(before) === 0) break
    address = before
  } while (isProxy(address))
  return address
}

/** The address that a mapped address contains; any other address unchanged. */
const plainAddress = (address: string) => (/^::ffff:[\d.]+$/i.test(address) ? address.slice('::ffff:'.length) : address)

function addTo({ addresses, ranges }: Proxies, part: string): boolean {
  const [written = '', bits, ...rest] = part.split('/')
  const address = plainAddress(written)
  if (isIP(address) === 0 || rest.length > 0) return false
  if (bits === undefined) addresses.add(new SocketAddress({ address, family: familyOf(address) }).address)
  else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (isIPv4(address) ? 32 : 128)) return false
  else ranges.addSubnet(address, Number(bits), familyOf(address))
  return true
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
