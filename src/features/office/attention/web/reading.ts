import { capital } from '#lib/capital.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { Forms } from '#platform/web/record-forms.tsx'
import { type FieldWords, type Reading, type RecordWords, yesNo } from '#platform/web/record-words.ts'
import type { Wire } from '#platform/web/sync/store.ts'

/** What people call each record, and where it is edited. */
type DeclaredWords = { words: Readonly<Record<SyncedName, RecordWords>>; forms: Forms }

let declared: DeclaredWords | undefined

/** Tells this page what the features say of their records; the app does, before any is shown. */
export const declareWords = (all: DeclaredWords): void => {
  declared = all
}

function declaredWords(): DeclaredWords {
  if (!declared) throw new Error('nobody has said what the records are called')
  return declared
}

/** What a record is: visit, horse, yard. */
export const nounOf = (entity: SyncedName): string => declaredWords().words[entity].noun
export const iconOf = (entity: SyncedName) => declaredWords().words[entity].icon
export const formOf = (entity: SyncedName) => declaredWords().forms[entity]
export const hrefOf = (entity: SyncedName) => declaredWords().words[entity].href

/** What one record is called where it stands alone: `Merlin`, `Hollybush Farm, Tue 24 Nov`. */
export function titleOf(entity: SyncedName, data: Wire, reading: Reading): string {
  const { noun, title } = declaredWords().words[entity]
  return title(data, reading) || capital(noun)
}

/** Words of a field; one this build has no words for is read from its name: `gateCode` is the gate code. */
export const wordsOf = (entity: SyncedName, field: string): FieldWords =>
  declaredWords().words[entity].fields[field] ?? { label: spelled(field) }

const spelled = (field: string) =>
  field
    .replace(/(Id|At|On)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** A field's value as a person reads it; empty when it can't be said in a line. Null: there is none. */
export function readValue(entity: SyncedName, field: string, value: unknown, reading: Reading): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  const { names, read } = wordsOf(entity, field)
  if (names) return reading.nameOf(names, String(value)) ?? 'one not on this device'
  if (read) return read(value, reading)
  if (typeof value === 'boolean') return yesNo(value)
  return typeof value === 'object' ? '' : String(value)
}

/** Ids of records that fields of a change name, so that they can be looked up before anything is said. */
export const namedIn = (entity: SyncedName, data: Wire): { entity: SyncedName; id: string }[] =>
  Object.entries(data).flatMap(([field, value]) => {
    const { names } = wordsOf(entity, field)
    return names && typeof value === 'string' ? [{ entity: names, id: value }] : []
  })
