import type { Client, ClientChange } from '#features/records/clients/contract.ts'
import { CHANNELS } from '#features/records/clients/rules.ts'
import { positionInWords, positionOf } from '#lib/position.ts'

/** Whose value remains after a merge; `both` where both can be kept. */
export type Side = 'kept' | 'other' | 'both'

/** One thing that differs between two records of a person. */
export type Difference = {
  field: string
  label: string
  kept: string
  other: string
  /** Both put together, where that makes sense. */
  both: string | null
  /** The default choice: the kept record's value, where it has one. */
  usual: Side
  /** The fields to write for a choice. */
  fieldsFor: (side: Side) => ClientChange
}

type Row = {
  label: string
  words: (client: Client) => string
  fields: (client: Client) => ClientChange
  /** Two put together. */
  join?: (kept: Client, other: Client) => { words: string; fields: ClientChange }
}

const text = (label: string, field: 'name' | 'phone' | 'email' | 'businessName'): Row => ({
  label,
  words: (client) => client[field] ?? '',
  fields: (client) => ({ [field]: client[field] }),
})

/** All fields that the user chooses; the server merges the rest of a record. */
const ROWS: Readonly<Record<string, Row>> = {
  name: text('Name', 'name'),
  phone: text('Phone', 'phone'),
  email: text('E-mail', 'email'),
  businessName: text('Business name', 'businessName'),
  address: {
    label: 'Address',
    words: ({ address, postcode }) => [address, postcode].filter(Boolean).join(', '),
    fields: ({ address, postcode }) => ({ address, postcode }),
  },
  position: {
    label: 'Position',
    words: (client) => [positionWords(client), client.what3words && `///${client.what3words}`].filter(Boolean).join(', '),
    fields: ({ lat, lng, positionSource, what3words }) => ({ lat, lng, positionSource, what3words }),
  },
  notes: {
    label: 'Notes',
    words: ({ notes }) => notes ?? '',
    fields: ({ notes }) => ({ notes }),
    join(kept, other) {
      const notes = [kept.notes, other.notes].filter(Boolean).join('\n\n')
      return { words: notes, fields: { notes } }
    },
  },
  tags: {
    label: 'Tags',
    words: ({ tags }) => tags.join(', '),
    fields: ({ tags }) => ({ tags }),
    join(kept, other) {
      const tags = [...new Set([...kept.tags, ...other.tags])]
      return { words: tags.join(', '), fields: { tags } }
    },
  },
  preferredChannel: {
    label: 'Preferred contact',
    words: ({ preferredChannel }) => CHANNELS.find(({ value }) => value === preferredChannel)?.label ?? preferredChannel,
    fields: ({ preferredChannel }) => ({ preferredChannel }),
  },
  isBusiness: {
    label: 'Billed as',
    words: ({ isBusiness }) => (isBusiness ? 'A business' : 'A person'),
    fields: ({ isBusiness }) => ({ isBusiness }),
  },
  isActive: {
    label: 'Active',
    words: ({ isActive }) => (isActive ? 'Yes' : 'No'),
    fields: ({ isActive }) => ({ isActive }),
  },
}

const positionWords = (client: Client) => {
  const at = positionOf(client)
  return at && positionInWords(at)
}

/** The fields that differ between two records of one person, in the order of the form. */
export function differencesOf(kept: Client, other: Client): Difference[] {
  return Object.entries(ROWS).flatMap(([field, { label, words, fields, join }]) => {
    const [ours, theirs] = [words(kept), words(other)]
    if (ours === theirs) return []
    const joined = join && ours && theirs ? join(kept, other) : null
    const isActive = field === 'isActive' && other.isActive
    return [
      {
        field,
        label,
        kept: ours,
        other: theirs,
        both: joined?.words ?? null,
        usual: joined ? 'both' : (ours && !isActive) || !theirs ? 'kept' : 'other',
        fieldsFor: (side: Side) => (side === 'both' && joined ? joined.fields : fields(side === 'other' ? other : kept)),
      } satisfies Difference,
    ]
  })
}

/** The fields the kept record is given: only where another value than its own was chosen. */
export const chosenFields = (differences: readonly Difference[], choices: Readonly<Record<string, Side>>): ClientChange =>
  Object.assign(
    {},
    ...differences.map(({ field, usual, fieldsFor }) => {
      const side = choices[field] ?? usual
      return side === 'kept' ? {} : fieldsFor(side)
    }),
  )
