import { type Reading, readValue } from '#app/pages/offline/field-words.ts'
import { dayAndYear, shortDay } from '#lib/dates.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { Wire } from '#platform/web/sync/store.ts'

/** What a record is, as in "this visit", and what one of them is called. */
type RecordWords = { noun: string; title: (data: Wire, reading: Reading) => string }

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const name = (reading: Reading, entity: SyncedName, id: unknown) => (typeof id === 'string' ? (reading.nameOf(entity, id) ?? '') : '')
const onDay = (day: unknown, { thisYear }: Reading) =>
  typeof day === 'string' ? (day.startsWith(thisYear) ? shortDay(day) : dayAndYear(day)) : ''
const joined = (...parts: string[]) => parts.filter(Boolean).join(', ')

const RECORDS: Record<string, RecordWords> = {
  clients: { noun: 'client', title: (data) => text(data.name) },
  sms_preferences: { noun: 'choice of texts', title: (data, reading) => joined('Texts', name(reading, 'clients', data.clientId)) },
  yards: { noun: 'yard', title: (data) => text(data.name) },
  horses: { noun: 'horse', title: (data) => text(data.name) },
  appointments: {
    noun: 'visit',
    title: (data, reading) => joined(text(data.title) || name(reading, 'clients', data.clientId) || 'Visit', onDay(data.onDay, reading)),
  },
  visit_horses: {
    noun: 'horse on a visit',
    title: (data, reading) => joined(name(reading, 'horses', data.horseId) || 'A horse', name(reading, 'appointments', data.appointmentId)),
  },
  rounds: { noun: 'round', title: (data, reading) => joined('Round', onDay(data.onDay, reading)) },
  time_off: {
    noun: 'time off',
    title: (data, reading) =>
      joined(text(data.title) || (readValue('time_off', 'kind', data.kind, reading) ?? 'Time off'), onDay(data.fromDay, reading)),
  },
  work_entries: {
    noun: 'work entry',
    title: (data, reading) =>
      joined(name(reading, 'horses', data.horseId), text(data.serviceType) || 'Work', onDay(data.workDate, reading)),
  },
  members: { noun: 'member', title: (data) => text(data.name) },
  settings: { noun: "practice's settings", title: () => 'Settings of the practice' },
  price_items: { noun: 'price', title: (data) => joined('Price', text(data.label)) },
  price_overrides: {
    noun: 'agreed price',
    title: (data, reading) =>
      joined(
        'Agreed price',
        name(reading, 'horses', data.horseId) || name(reading, 'clients', data.clientId) || name(reading, 'yards', data.yardId),
      ),
  },
  expenses: { noun: 'expense', title: (data) => joined('Expense', text(data.description)) },
  trips: { noun: 'line of the mileage log', title: (data, reading) => joined('Miles', text(data.purpose), onDay(data.onDay, reading)) },
  money_settings: { noun: 'settings of money', title: () => 'Settings of money' },
  charges: {
    noun: 'line to invoice',
    title: (data, reading) =>
      joined(name(reading, 'horses', data.horseId) || name(reading, 'clients', data.clientId), text(data.description)),
  },
  payments: {
    noun: 'payment',
    title: (data, reading) => joined(Number(data.amountPence) < 0 ? 'Money back' : 'Payment', name(reading, 'clients', data.payerClientId)),
  },
  allocations: { noun: 'use of a payment', title: () => 'Use of a payment' },
  invoices: { noun: 'invoice', title: (data, reading) => joined('Invoice', name(reading, 'clients', data.payerClientId)) },
  service_types: { noun: 'kind of work', title: (data) => text(data.label) },
  work_templates: { noun: 'template', title: (data) => text(data.name) },
  visit_answers: {
    noun: 'answer',
    title: (data, reading) => joined('Answer', name(reading, 'clients', data.clientId), name(reading, 'appointments', data.appointmentId)),
  },
  slot_offers: {
    noun: 'offer',
    title: (data, reading) => joined('Offer', name(reading, 'clients', data.clientId), onDay(data.onDay, reading)),
  },
  threads: { noun: 'conversation', title: (data, reading) => joined(name(reading, 'clients', data.clientId), text(data.subject)) },
  messages: { noun: 'message', title: (data, reading) => joined('Message', name(reading, 'clients', data.clientId)) },
  tasks: { noun: 'task', title: (data) => text(data.title) },
  rights_requests: { noun: 'data request', title: (data, reading) => joined('Data request', name(reading, 'clients', data.clientId)) },
  terms_acceptances: {
    noun: 'acceptance',
    title: (data, reading) => joined('Terms accepted', name(reading, 'clients', data.clientId)),
  },
  voice_notes: { noun: 'voice note', title: (data) => text(data.description) || 'Voice note' },
  attachments: { noun: 'photo or file', title: (data) => text(data.caption) || text(data.fileName) || 'Photo or file' },
}

const OTHER: RecordWords = { noun: 'record', title: (data) => text(data.name) || text(data.title) }

/** What a record is: visit, horse, yard. */
export const nounOf = (entity: SyncedName): string => (RECORDS[entity] ?? OTHER).noun

/** What one record is called where it stands alone: `Merlin`, `Hollybush Farm, Tue 24 Nov`. */
export function titleOf(entity: SyncedName, data: Wire, reading: Reading): string {
  const { noun, title } = RECORDS[entity] ?? OTHER
  return title(data, reading) || `${noun[0]?.toUpperCase() ?? ''}${noun.slice(1)}`
}
