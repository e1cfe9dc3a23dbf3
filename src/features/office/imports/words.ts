import type { Import, ImportCounts, ImportItem } from '#features/office/imports/contract.ts'

/** Whether the server is working on it. */
export const isUnderWay = ({ state }: Pick<Import, 'state'>): boolean => state === 'queued' || state === 'running' || state === 'undoing'

const NOUNS = {
  clients: ['client', 'clients'],
  yards: ['yard', 'yards'],
  horses: ['horse', 'horses'],
  visits: ['entry', 'entries'],
  rows: ['row', 'rows'],
  records: ['record', 'records'],
} as const

/** `1 horse`, `1,204 horses`. */
export const countOf = (count: number, noun: keyof typeof NOUNS): string =>
  `${count.toLocaleString('en-GB')} ${NOUNS[noun][count === 1 ? 0 : 1]}`

export const nounOf = (entity: ImportItem['entity']): string => NOUNS[entity][1]

/** In the order people speak of them. */
export const ENTITIES = ['horses', 'clients', 'yards', 'visits'] as const

/** `30 clients and 41 horses added, 8 clients filled in, 3 left out`: what an import did. */
export function doneInWords(counts: ImportCounts): string {
  const part = (key: 'added' | 'joined', said: string) => {
    const all = ENTITIES.flatMap((entity) => (counts[entity][key] > 0 ? [countOf(counts[entity][key], entity)] : []))
    return all.length > 0 ? `${inList(all)} ${said}` : ''
  }
  const parts = [
    part('added', 'added'),
    part('joined', 'filled in'),
    counts.leftOut > 0 ? `${counts.leftOut.toLocaleString('en-GB')} left out` : '',
  ]
  return parts.filter(Boolean).join(', ') || 'Nothing was added'
}

/** `1 yard, 2 clients and 3 horses`. */
export const inList = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Why two records seem the same. */
export const BECAUSE = {
  phone: 'Same phone',
  email: 'Same e-mail',
  name: 'Same name',
  chip: 'Same microchip or passport',
  title: 'Named in it',
} as const
