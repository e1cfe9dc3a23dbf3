import type { Client } from '#features/records/clients/contract.ts'
import { phoneOf } from '#features/records/clients/rules.ts'
import { directionsTo } from '#lib/position.ts'
import type { OutsideLink } from '#platform/web/device/device.ts'
import { callLink, mailLink, outside, textLink } from '#platform/web/device/outside.ts'

type Reachable = Pick<Client, 'phone' | 'phoneE164' | 'email' | 'address' | 'postcode' | 'lat' | 'lng' | 'positionSource'>

/** Ways to reach a client with the device's own programs; each null when there is nothing to reach them by. */
export function waysToReach(client: Reachable): Record<'call' | 'text' | 'email' | 'find', OutsideLink | null> {
  const number = phoneOf(client)
  const place = [client.address, client.postcode].filter(Boolean).join(', ')
  const map = directionsTo(client, place)
  return {
    call: number ? callLink(number) : null,
    text: number ? textLink(number) : null,
    email: client.email ? mailLink(client.email) : null,
    find: map ? outside(map) : null,
  }
}
