import { SCOPED, type Scope, type Scoped } from '#lib/scopes.ts'

/** For how many days a key may open something, besides without an end. */
export const KEY_DAYS = [30, 90, 365] as const

/** The most keys of a practice that were not revoked. */
export const MOST_KEYS = 50

/** How much of one thing a key may do. */
export type Reach = 'none' | 'read' | 'write' | 'both'

/** What each scope is about, on the screen and on the reference page. */
export const SCOPED_WORDS: Readonly<Record<Scoped, { name: string; detail: string }>> = {
  clients: { name: 'Clients', detail: 'Names, addresses, phones, and what they agreed to' },
  yards: { name: 'Yards', detail: 'Where horses stand' },
  horses: { name: 'Horses', detail: 'Horses, their owners and their cycles' },
  visits: { name: 'Visits', detail: 'The diary, and time off' },
  work: { name: 'Work', detail: 'What was done to each horse' },
  tasks: { name: 'Tasks', detail: 'What is to be done' },
  files: { name: 'Files', detail: 'Photos, videos and documents' },
  invoices: { name: 'Invoices', detail: 'Lines to invoice, invoices, credit notes and prices' },
  payments: { name: 'Payments', detail: 'Payments, statements and who owes what' },
}

/** The scopes that choices for each thing come to. */
export const scopesOf = (chosen: Readonly<Partial<Record<Scoped, Reach>>>): Scope[] =>
  SCOPED.flatMap((thing): Scope[] => {
    const reach = chosen[thing] ?? 'none'
    return [...(reach === 'read' || reach === 'both' ? [`${thing}:read` as const] : []), ...writes(thing, reach)]
  })

const writes = (thing: Scoped, reach: Reach): Scope[] => (reach === 'write' || reach === 'both' ? [`${thing}:write`] : [])

/** Scopes in a line: `Reads clients and visits, adds and changes clients`. */
export function scopeWords(scopes: readonly string[]): string {
  const names = (way: 'read' | 'write') =>
    SCOPED.filter((thing) => scopes.includes(`${thing}:${way}`)).map((thing) => SCOPED_WORDS[thing].name.toLowerCase())
  const [read, written] = [names('read'), names('write')]
  const parts = [read.length > 0 && `reads ${listed(read)}`, written.length > 0 && `adds and changes ${listed(written)}`]
  const words = parts.filter(Boolean).join('; ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function listed(names: readonly string[]): string {
  if (names.length === SCOPED.length) return 'everything'
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
