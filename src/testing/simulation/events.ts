import fc from 'fast-check'
import type { Choice, Field } from '#testing/simulation/device.ts'
import type { Fate } from '#testing/simulation/network.ts'

export const DEVICES = 3

/** What a mirrored device may lose: its copy, its mirror, or its copy at a start at which the mirror can't be read. */
export type Loss = 'copy' | 'mirror' | 'copy, mirror away'

/** What can happen. `on`: which device. Every number is taken modulo the count of what it names, so that every event means something. */
export type Event =
  | {
      do: 'create'
      on: number
      what: 'clients' | 'horses' | 'sms_preferences' | 'care_notes' | 'film_marks'
      of: number
      more: 'sound' | 'refused' | 'crashes' | 'with bytes'
    }
  | { do: 'edit'; on: number; record: number; fields: Field[] }
  | { do: 'open'; on: number; record: number }
  | { do: 'save'; on: number; fields: Field[] }
  | { do: 'remove'; on: number; record: number }
  | { do: 'choose'; on: number; nth: number; how: Choice }
  | { do: 'repair'; on: number }
  | { do: 'sync'; on: number }
  | { do: 'pass'; on: number; tab: number }
  | { do: 'both tabs pass'; on: number }
  | { do: 'net'; nth: number; fate: Fate; mask: number }
  | { do: 'drift'; nth: number }
  | { do: 'trap'; on: number; kind: 'crash' | 'quota'; after: number }
  | { do: 'freeze'; on: number; tab: number; after: number }
  | { do: 'thaw'; on: number }
  | { do: 'wipe'; on: number }
  | { do: 'lose'; on: number; what: Loss; after: number }
  | { do: 'wait'; seconds: number }
  | { do: 'clock'; on: number; days: number }
  | { do: 'backup' }
  | { do: 'restore' }
  | { do: 'forget tombstones' }
  | { do: 'blind'; on: number }
  | { do: 'vet writes'; of: number }
  | { do: 'erase'; record: number }
  | { do: 'store bytes'; on: number }

const FIELDS: Field[][] = [
  ['name'],
  ['phone'],
  ['when'],
  ['notes'],
  ['rank'],
  ['done'],
  ['name', 'notes'],
  ['phone', 'when'],
  ['when', 'rank', 'done'],
]
const FATES: Fate[] = [
  'arrives',
  'arrives',
  'arrives',
  'arrives',
  'lost',
  'late',
  'answer lost',
  'answer lost',
  'answer late',
  'twice',
  'partly',
  401,
  413,
  429,
  500,
  503,
]
const CHOICES: Choice[] = ['mine', 'mine', 'mine unread', 'edit', 'theirs', 'theirs', 'discard', 'bring back']
const KINDS = ['sound', 'sound', 'sound', 'refused', 'crashes', 'with bytes'] as const
const WHAT = ['clients', 'clients', 'horses', 'horses', 'sms_preferences', 'care_notes', 'film_marks'] as const

type Numbers = { a: number; b: number; c: number; on: number }
/** How often each comes up, and what it is made of. */
const MAKERS: [weight: number, make: (n: Numbers) => Event][] = [
  [14, ({ on, a, b, c }) => ({ do: 'create', on, what: pick(WHAT, a), of: b, more: pick(KINDS, c) })],
  [26, ({ on, a, b }) => ({ do: 'edit', on, record: a, fields: pick(FIELDS, b) })],
  [5, ({ on, a }) => ({ do: 'open', on, record: a })],
  [6, ({ on, a }) => ({ do: 'save', on, fields: pick(FIELDS, a) })],
  [8, ({ on, a }) => ({ do: 'remove', on, record: a })],
  [12, ({ on, a, b }) => ({ do: 'choose', on, nth: a, how: pick(CHOICES, b) })],
  [1, ({ on }) => ({ do: 'repair', on })],
  [22, ({ on }) => ({ do: 'sync', on })],
  [14, ({ on, a }) => ({ do: 'pass', on, tab: a % 2 })],
  [3, ({ on }) => ({ do: 'both tabs pass', on })],
  [34, ({ a, b, c }) => ({ do: 'net', nth: a, fate: pick(FATES, b), mask: c })],
  [4, ({ a }) => ({ do: 'drift', nth: a })],
  [4, ({ on, a, b }) => ({ do: 'trap', on, kind: a % 3 ? 'crash' : 'quota', after: b % 24 })],
  [3, ({ on, a, b }) => ({ do: 'freeze', on, tab: a % 2, after: b % 12 })],
  [3, ({ on }) => ({ do: 'thaw', on })],
  [2, ({ on }) => ({ do: 'wipe', on })],
  [5, ({ a }) => ({ do: 'wait', seconds: (a % 60) + 1 })],
  [2, ({ on, a }) => ({ do: 'clock', on, days: (a % 3) - 1 })],
  [3, () => ({ do: 'backup' })],
  [2, () => ({ do: 'restore' })],
  [2, () => ({ do: 'forget tombstones' })],
  [2, ({ on }) => ({ do: 'blind', on })],
  [1, ({ a }) => ({ do: 'erase', record: a })],
  [3, ({ on }) => ({ do: 'store bytes', on })],
  [4, ({ a }) => ({ do: 'vet writes', of: a })],
]
/** How many of them are in every week. */
const ALWAYS = 2
const LARGEST = 2 ** 31 - 1

/** What most weeks begin with, so that there is something for everyone to disagree over. */
const BEGINNING: Event[] = [
  { do: 'create', on: 0, what: 'clients', of: 0, more: 'sound' },
  { do: 'create', on: 0, what: 'horses', of: 0, more: 'sound' },
  ...[0, 1, 2].map((on): Event => ({ do: 'sync', on })),
]

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/**
 * Up to so many events in a row. Every week has its own choice of what can happen in it, or the rare things would always drown in each
 * other. One number is one event, so that 5,000 weeks are soon made.
 */
export const eventsOf = (most: number): fc.Arbitrary<Event[]> =>
  fc
    .tuple(fc.noBias(fc.nat(2 ** MAKERS.length - 1)), fc.array(fc.noBias(fc.nat(LARGEST)), { maxLength: most, size: 'max' }))
    .map(([choice, numbers]) => {
      const bag = bagOf(choice)
      return [...(choice % 4 ? BEGINNING : []), ...numbers.map((number) => decode(number, bag))]
    })

/** The same, with devices that lose their copy or its mirror, at any of their requests to the disk. */
export const mirroredEventsOf = (most: number): fc.Arbitrary<Event[]> =>
  fc.tuple(eventsOf(most), fc.array(fc.noBias(fc.nat(LARGEST)), { minLength: 1, maxLength: 5 })).map(([events, numbers]) => {
    const week = [...events]
    for (const number of numbers) week.splice(Math.floor(number / 1000) % (week.length + 1), 0, lossOf(number))
    return week
  })

const LOSSES: Loss[] = ['copy', 'copy', 'copy', 'mirror', 'mirror', 'copy, mirror away']
const lossOf = (number: number): Event => ({
  do: 'lose',
  on: number % 2,
  what: pick(LOSSES, Math.floor(number / 2)),
  after: Math.floor(number / 12) % 24,
})

const bagOf = (choice: number) =>
  MAKERS.filter((_, at) => at < ALWAYS || (choice >> at) & 1).flatMap(([weight, make]) => Array.from({ length: weight }, () => make))

function decode(number: number, bag: readonly ((n: Numbers) => Event)[]): Event {
  const [kind, rest] = [number % bag.length, Math.floor(number / bag.length)]
  const [on, more] = [rest % DEVICES, Math.floor(rest / DEVICES)]
  return pick(bag, kind)({ on, a: more % 61, b: Math.floor(more / 61) % 61, c: Math.floor(more / 3721) })
}
