import type { Client } from '#features/records/clients/contract.ts'
import { phoneOf } from '#features/records/clients/rules.ts'
import { directionsHref, positionOf } from '#lib/position.ts'

type Reachable = Pick<Client, 'phone' | 'phoneE164' | 'email' | 'address' | 'postcode' | 'lat' | 'lng'>

/** Ways to reach a client with the device's own programs; each null when there is nothing to reach them by. */
export function waysToReach(client: Reachable): Record<'call' | 'text' | 'email' | 'find', string | null> {
  const number = phoneOf(client)
  const place = [client.address, client.postcode].filter(Boolean).join(', ')
  return {
    call: number && `tel:${number}`,
    text: number && `sms:${number}`,
    email: client.email && `mailto:${client.email}`,
    find: directionsHref(positionOf(client), place),
  }
}
