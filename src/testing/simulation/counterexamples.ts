import type { Event } from '#testing/simulation/events.ts'

/** A client and a horse on all three devices. */
const BEGUN: Event[] = [
  { do: 'create', on: 0, what: 'clients', of: 0, more: 'sound' },
  { do: 'create', on: 0, what: 'horses', of: 0, more: 'sound' },
  { do: 'sync', on: 0 },
  { do: 'sync', on: 1 },
  { do: 'sync', on: 2 },
]

/** Weeks in which the engine once broke a promise, cut down to what it took. */
export const COUNTEREXAMPLES: Record<string, Event[]> = {
  'I6: a removal after a note of mine was put under another’s asks': [
    ...BEGUN,
    { do: 'edit', on: 0, record: 0, fields: ['notes'] },
    { do: 'edit', on: 1, record: 0, fields: ['name', 'notes'] },
    { do: 'remove', on: 1, record: 0 },
  ],
  'I3: a request from before a conflict was decided undoes no decision when it arrives late': [
    ...BEGUN,
    { do: 'edit', on: 1, record: 0, fields: ['phone', 'when'] },
    { do: 'create', on: 0, what: 'clients', of: 0, more: 'sound' },
    { do: 'edit', on: 1, record: 1, fields: ['when'] },
    { do: 'edit', on: 0, record: 1, fields: ['when', 'rank', 'done'] },
    { do: 'pass', on: 1, tab: 1 },
    { do: 'sync', on: 0 },
    { do: 'sync', on: 1 },
    { do: 'choose', on: 1, nth: 1, how: 'mine' },
    { do: 'sync', on: 1 },
  ],
  'I6: what was empty when a form was opened, and is not when it is saved, was not seen': [
    ...BEGUN,
    { do: 'edit', on: 0, record: 0, fields: ['name', 'notes'] },
    { do: 'open', on: 2, record: 0 },
    { do: 'sync', on: 0 },
    { do: 'sync', on: 2 },
    { do: 'save', on: 2, fields: ['name', 'notes'] },
  ],
  'I11: what goes again after a restore counts on its record, though the record is gone': [
    ...BEGUN,
    { do: 'remove', on: 2, record: 0 },
    { do: 'sync', on: 2 },
    { do: 'forget tombstones' },
    { do: 'sync', on: 0 },
    { do: 'restore' },
    { do: 'sync', on: 0 },
  ],
  'I18: an answer from before a restore, heard after it, acknowledges nothing': [
    ...BEGUN,
    { do: 'create', on: 1, what: 'horses', of: 1, more: 'sound' },
    { do: 'pass', on: 1, tab: 1 },
    { do: 'net', nth: 0, fate: 'answer late', mask: 0 },
    { do: 'restore' },
    { do: 'sync', on: 1 },
  ],
  'I4: what is made again after its removal was forgotten is seen by who saw the removal': [
    ...BEGUN,
    { do: 'create', on: 1, what: 'sms_preferences', of: 1, more: 'sound' },
    { do: 'create', on: 0, what: 'sms_preferences', of: 2, more: 'sound' },
    { do: 'sync', on: 1 },
    { do: 'remove', on: 1, record: 0 },
    { do: 'sync', on: 1 },
    { do: 'forget tombstones' },
  ],
  'I6: a form opened over a change that was given up since has not seen what lay under it': [
    ...BEGUN,
    { do: 'edit', on: 2, record: 0, fields: ['name'] },
    { do: 'edit', on: 0, record: 0, fields: ['name'] },
    { do: 'sync', on: 2 },
    { do: 'sync', on: 0 },
    { do: 'open', on: 0, record: 0 },
    { do: 'choose', on: 0, nth: 0, how: 'theirs' },
    { do: 'save', on: 0, fields: ['name', 'notes'] },
  ],
}
