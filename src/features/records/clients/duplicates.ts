import type { Client } from '#features/records/clients/contract.ts'

type ClientLikeness = Pick<Client, 'id' | 'name' | 'phone' | 'phoneE164' | 'email' | 'postcode' | 'notSameAs'>

/** Two records that look like one person, and why. */
export type Pair<C extends ClientLikeness = ClientLikeness> = { one: C; other: C; because: 'phone' | 'email' | 'name' }

/** Fewer digits are an extension or a typing slip, not a number that identifies a person. */
const SHORTEST_NUMBER = 7

/**
 * Records that look like one person: the same number, else the same e-mail address, else the same name at the same postcode. Pairs that a
 * member marked as different people are left out. Each pair once, in the order of `clients`.
 */
export function duplicatesIn<C extends ClientLikeness>(clients: readonly C[]): Pair<C>[] {
  const found = new Map<string, Pair<C>>()
  const seen = new Map<string, C[]>()
  for (const client of clients)
    for (const [because, key] of keysOf(client)) {
      const alike = seen.get(key) ?? []
      seen.set(key, [...alike, client])
      for (const one of alike) {
        const pair = [one.id, client.id].sort().join(' ')
        if (!found.has(pair) && areMarkedDifferent(one, client) === false) found.set(pair, { one, other: client, because })
      }
    }
  return [...found.values()]
}

/** Why two records look like one person, in words. */
export const BECAUSE: Record<Pair['because'], string> = {
  phone: 'Same phone number',
  email: 'Same e-mail address',
  name: 'Same name and postcode',
}

function keysOf({ name, phone, phoneE164, email, postcode }: ClientLikeness): [Pair['because'], string][] {
  const number = phoneE164 ?? phone?.replace(/\D/g, '') ?? ''
  const called = name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
  const place = postcode?.replace(/\s/g, '').toUpperCase()
  return [
    ...(number.length >= SHORTEST_NUMBER ? [['phone', `phone ${number}`] as [Pair['because'], string]] : []),
    ...(email ? [['email', `email ${email.toLowerCase()}`] as [Pair['because'], string]] : []),
    ...(called && place ? [['name', `name ${called} ${place}`] as [Pair['because'], string]] : []),
  ]
}

// Rows stored before this field existed have no such list.
const areMarkedDifferent = (a: ClientLikeness, b: ClientLikeness): boolean =>
  Boolean(a.notSameAs?.includes(b.id) || b.notSameAs?.includes(a.id))
