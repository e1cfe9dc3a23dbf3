import { capital } from '#lib/capital.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { Forms } from '#platform/web/record-forms.tsx'
import { type FieldWords, type Reading, type RecordWords, yesNo } from '#platform/web/record-words.ts'
import type { Wire } from '#platform/web/sync/store.ts'

/** The words for each record, and its form. */
type DeclaredWords = { words: Readonly<Record<SyncedName, RecordWords>>; forms: Forms }

let declared: DeclaredWords | undefined

/** Registers the features' words for their records; the app calls it before any is shown. */
export const declareWords = (all: DeclaredWords): void => {
  declared = all
}

function declaredWords(): DeclaredWords {
  if (!declared) throw new Error('nobody has said what the records are called')
  return declared
}

/** The noun for a record: visit, horse, yard. */
export const nounOf = (entity: SyncedName): string => declaredWords().words[entity].noun
export const iconOf = (entity: SyncedName) => declaredWords().words[entity].icon
export const formOf = (entity: SyncedName) => declaredWords().forms[entity]
export const hrefOf = (entity: SyncedName) => declaredWords().words[entity].href

/** The name of one record on its own: `Merlin`, `Hollybush Farm, Tue 24 Nov`. */
export function titleOf(entity: SyncedName, data: Wire, reading: Reading): string {
  const { noun, title } = declaredWords().words[entity]
  return title(data, reading) || capital(noun)
}

/** The words of a field; for a field without words in this build they come from its name: `gateCode` is the gate code. */
export const wordsOf = (entity: SyncedName, field: string): FieldWords =>
  declaredWords().words[entity].fields[field] ?? { label: spelled(field) }

const spelled = (field: string) =>
  field
    .replace(/(Id|At|On)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** A field's value in words; empty if it does not fit a line. Null: there is none. */
export function readValue(entity: SyncedName, field: string, value: unknown, reading: Reading): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  const { names, read } = wordsOf(entity, field)
  if (names) return reading.nameOf(names, String(value)) ?? 'one not on this device'
  if (read) return read(value, reading)
  if (typeof value === 'boolean') return yesNo(value)
  return typeof value === 'object' ? '' : String(value)
}

/** Ids of the records that a change's fields refer to, so that they can be loaded before the change is described. */
export const namedIn = (entity: SyncedName, data: Wire): { entity: SyncedName; id: string }[] =>
  Object.entries(data).flatMap(([field, value]) => {
    const { names } = wordsOf(entity, field)
    return names && typeof value === 'string' ? [{ entity: names, id: value }] : []
  })
