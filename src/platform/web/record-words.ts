import type { ComponentType } from 'react'
import { capital } from '#lib/capital.ts'
import { dayAndYear, dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { Wire } from '#platform/web/sync/store.ts'

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

/** What people call a kind of record, one of them, and its fields. */
export type RecordWords = {
  /** As in "this visit". */
  noun: string
  /** A record's name outside a sentence; empty when it has none. */
  title: (data: Wire, reading: Reading) => string
  icon: ComponentType<{ size?: number; className?: string }>
  /** The screen where it is edited, when it has no form of its own. */
  href?: (id: string) => string
  /** By their names on the wire. */
  fields: Readonly<Record<string, FieldWords>>
}

/** The words of a feature for its records. */
export type Words = { readonly [T in SyncedName]?: RecordWords }

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

/* Something made of several parts, of which a sentence can only report that it changed. */
export const whole = () => ''

export const plain = (label: string): FieldWords => ({ label })
export const many = (label: string): FieldWords => ({ label, isMany: true })
export const flag = (label: string): FieldWords => ({ label, read: yesNo })
export const named = (label: string, names: SyncedName): FieldWords => ({ label, names })

const POSITION = { label: 'place on the map', read: whole }
/** Fields of anything with a place. */
export const PLACE: Record<string, FieldWords> = {
  address: plain('address'),
  postcode: plain('postcode'),
  lat: POSITION,
  lng: POSITION,
  positionSource: POSITION,
  what3words: plain('what3words'),
}

/* Parts of a title. */
export const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
export const nameIn = (reading: Reading, entity: SyncedName, id: unknown) =>
  typeof id === 'string' ? (reading.nameOf(entity, id) ?? '') : ''
export const onDay = (value: unknown, reading: Reading) => (typeof value === 'string' ? day(value, reading) : '')
export const joined = (...parts: string[]) => parts.filter(Boolean).join(', ')
