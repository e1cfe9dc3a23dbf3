/** How far back and ahead of today a brought-in diary reaches, in months: last year's visits tell the cycle, next year's are booked. */
export const MONTHS_BACK = 12
export const MONTHS_AHEAD = 12

/** A name without case, accents, punctuation and titles, so that `Mrs. Siân O'Dwyer` and `sian odwyer` are the same. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(mr|mrs|miss|ms|dr|prof|sir|lady) /, '')

/** What tells two people apart. */
export type Identity = { name: string; phoneE164: string | null; email: string | null }

/** Who of those known is the same person: the same phone, else the same e-mail address, else the same name. */
export function duplicateFinder<T extends Identity>(known: readonly T[]) {
  const byPhone = new Map<string, T>()
  const byEmail = new Map<string, T>()
  const byName = new Map<string, T>()
  const add = (one: T) => {
    if (one.phoneE164 && !byPhone.has(one.phoneE164)) byPhone.set(one.phoneE164, one)
    if (one.email && !byEmail.has(one.email.toLowerCase())) byEmail.set(one.email.toLowerCase(), one)
    const name = plainName(one.name)
    if (name && !byName.has(name)) byName.set(name, one)
  }
  for (const one of known) add(one)
  return {
    add,
    find(person: Identity): { match: T; because: 'phone' | 'email' | 'name' } | undefined {
      const phone = person.phoneE164 ? byPhone.get(person.phoneE164) : undefined
      if (phone) return { match: phone, because: 'phone' }
      const email = person.email ? byEmail.get(person.email.toLowerCase()) : undefined
      if (email) return { match: email, because: 'email' }
      const name = byName.get(plainName(person.name))
      return name ? { match: name, because: 'name' } : undefined
    },
  }
}

type Named = { id: string; name: string; businessName: string | null; email: string | null }

/**
 * Which client a diary entry is about: somebody invited by e-mail, else the one whose whole name stands in the title. Two who would
 * both do are nobody.
 */
export function clientMatcher(clients: readonly Named[]) {
  const byEmail = new Map(clients.filter((one) => one.email).map((one) => [String(one.email).toLowerCase(), one]))
  const names = clients.flatMap((client) =>
    [client.name, client.businessName ?? '']
      .map(plainName)
      .filter((name) => name.includes(' '))
      .map((name) => ({ words: ` ${name} `, client })),
  )
  return (entry: { title: string; attendees: readonly string[] }): Named | undefined => {
    const invited = entry.attendees.map((email) => byEmail.get(email)).find((client) => client !== undefined)
    if (invited) return invited
    const title = ` ${plainName(entry.title)} `
    const found = new Set(names.filter(({ words }) => title.includes(words)).map(({ client }) => client))
    return found.size === 1 ? [...found][0] : undefined
  }
}
