/** How many months around today an imported diary covers: last year's visits show the cycle, next year's are booked. */
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

/** What identifies a person. */
export type Identity = { name: string; phoneE164: string | null; email: string | null }

/** Finds the existing record of the same person: the same phone, else the same e-mail address, else the same name. */
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

/** Whether two people of one name are clearly different: both have a number, or both an address, and they differ. */
export const isContradicted = (a: Identity, b: Identity): boolean =>
  (a.phoneE164 !== null && b.phoneE164 !== null && a.phoneE164 !== b.phoneE164) ||
  (a.email !== null && b.email !== null && a.email.toLowerCase() !== b.email.toLowerCase())

/** From this many days on, a repeating entry is proposed to be left out: a daily habit is no diary of visits. */
export const MOST_REPEATS_PROPOSED = 60

type Named = { id: string; name: string; businessName: string | null; email: string | null }
type NamedHorse = { id: string; name: string; clientId: string }
type NamedYard = { id: string; name: string }
/** The client, horses and yard of a diary entry. */
export type Subject = { client: Named | undefined; horses: NamedHorse[]; yard: NamedYard | undefined }

/** Words that many yards' names share. */
const YARD_WORDS = /^(the|yard|livery|liveries|stables?|stud|farm|equestrian|equine|riding|school|centre|center|barn|house|ltd)$/

/**
 * Finds what a diary entry is about: the client invited by e-mail, else the one whose full name is in the title; horses named
 * there (of that client, when there is one); a yard whose own word is in the title or place. If two match equally, neither is used.
 */
export function subjectMatcher(known: { clients: readonly Named[]; horses: readonly NamedHorse[]; yards: readonly NamedYard[] }) {
  const byEmail = new Map(known.clients.filter((one) => one.email).map((one) => [String(one.email).toLowerCase(), one]))
  const byId = new Map(known.clients.map((one) => [one.id, one]))
  const names = phrases(known.clients, (client) =>
    [client.name, client.businessName ?? ''].map(plainName).filter((name) => name.includes(' ')),
  )
  const horseNames = phrases(known.horses, (horse) => [plainName(horse.name)].filter((name) => name.length > 2))
  const yardNames = phrases(known.yards, (yard) => [ownWords(yard.name)])
  return (entry: { title: string; location?: string | null; attendees: readonly string[] }): Subject => {
    const title = plainName(entry.title)
    const invited = entry.attendees.map((email) => byEmail.get(email)).find((client) => client !== undefined)
    const named = invited ?? only(names(title))
    const horses = horsesIn(horseNames(title), named)
    const owners = new Set(horses.map((horse) => horse.clientId))
    const client = named ?? (owners.size === 1 ? byId.get([...owners][0] ?? '') : undefined)
    return { client, horses, yard: only(yardNames(title)) ?? only(yardNames(plainName(entry.location ?? ''))) }
  }
}

/** One horse for each name: the named client's, else the only horse with that name. */
function horsesIn(found: NamedHorse[], client: Named | undefined): NamedHorse[] {
  const own = client ? found.filter((horse) => horse.clientId === client.id) : found
  return own.filter((horse) => own.filter((other) => plainName(other.name) === plainName(horse.name)).length === 1)
}

const ownWords = (name: string): string => {
  const words = plainName(name).split(' ')
  const own = words.filter((word) => !YARD_WORDS.test(word)).join(' ')
  return own.length > 2 ? own : words.join(' ')
}

const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

/** Finds the records whose name is in a text as whole words, by the name's first word, so that a year of entries is quick. */
function phrases<T>(all: readonly T[], namesOf: (one: T) => string[]): (text: string) => T[] {
  const byFirst = new Map<string, { words: string; one: T }[]>()
  for (const one of all) {
    for (const name of namesOf(one).filter((each) => each !== '')) {
      const first = name.split(' ')[0] ?? ''
      byFirst.set(first, [...(byFirst.get(first) ?? []), { words: ` ${name} `, one }])
    }
  }
  return (text) => {
    const within = ` ${text} `
    const hits = [...new Set(text.split(' '))].flatMap((word) => byFirst.get(word) ?? []).filter(({ words }) => within.includes(words))
    return [...new Set(hits.map(({ one }) => one))]
  }
}

/** Whether the rest of a title, without the names found in it, is about work: `Merlin trim` plans a trim. */
export const isWork = (title: string): boolean =>
  /\b(trims?|trimmed|shoe|shoes|shoeing|shod|set|refit|fronts?|hinds?|remedial)\b/i.test(title)
