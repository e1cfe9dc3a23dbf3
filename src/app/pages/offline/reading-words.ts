import { capital } from '#lib/capital.ts'
import { dayAndYear, dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { SyncedName } from '#lib/synced.ts'

/** What a value is read with: names of the records it may name, and the zone its wall times are meant in. */
export type Reading = { nameOf: (entity: SyncedName, id: string) => string | undefined; zone: string; thisYear: string }

/** How a field is called, after "the" and in the middle of a sentence, and how its value reads. */
export type FieldWords = {
  label: string
  /** Takes a plural verb: the notes were changed. */
  isMany?: true
  /** Names a record of this entity. */
  names?: SyncedName
  read?: (value: unknown, reading: Reading) => string
}

export const yesNo = (value: unknown) => (value ? 'Yes' : 'No')
export const day = (value: unknown, { thisYear }: Reading) =>
  String(value).slice(0, 4) === thisYear ? shortDay(String(value)) : dayAndYear(String(value))
export const days = (value: unknown) => (Number(value) % 7 === 0 ? `${Number(value) / 7} weeks` : `${String(value)} days`)
export const minutes = (value: unknown) => `${String(value)} min`
export const money = (value: unknown) => pounds(Number(value))
export const list = (value: unknown) =>
  Array.isArray(value) ? value.map((one) => String(one).replaceAll('-', ' ')).join(', ') : String(value)
export const spoken = (value: unknown) => capital(String(value).replaceAll('_', ' '))
export const moment = (value: unknown, reading: Reading) =>
  `${day(dayOf(String(value), reading.zone), reading)}, ${timeOf(String(value), reading.zone)}`
export const oneOf = (words: Record<string, string>) => (value: unknown) => words[String(value)] ?? String(value)

/* Something made of several parts, of which a sentence can only say that it changed. */
export const whole = () => ''

export const plain = (label: string): FieldWords => ({ label })
export const many = (label: string): FieldWords => ({ label, isMany: true })
export const flag = (label: string): FieldWords => ({ label, read: yesNo })
export const named = (label: string, names: SyncedName): FieldWords => ({ label, names })
