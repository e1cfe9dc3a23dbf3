import type { Insertable } from 'kysely'
import { cast, castHorse } from '#db/cast.ts'
import { castCarers } from '#db/cast-care.ts'
import { CAST_CLIENTS, type CastClientKey } from '#db/cast-people.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

/** Someone outside the practice who is in the portal, was, or waits for the farrier to let them in. */
type CastGuest = {
  client: CastClientKey
  role?: 'holder' | 'helper'
  /** Of a helper: how the client calls them. */
  toName?: string
  how: 'invited' | 'address'
  /** Days ago they came, and went. */
  since: number
  until?: number
  isUnclear?: true
}

/** Two owners who are in, one with a groom; one whose access ended with her horse; and an address that two clients share. */
const GUESTS = {
  rhys: { client: 'rhysAmery', how: 'invited', since: 61 },
  callum: { client: 'callumWeir', how: 'invited', since: 54 },
  groom: { client: 'callumWeir', role: 'helper', toName: 'Dai Morris', how: 'invited', since: 33 },
  joanna: { client: 'joannaMarsh', how: 'invited', since: 210, until: 40 },
  ann: { client: 'annLloyd', how: 'address', since: 1, isUnclear: true },
} as const satisfies Record<string, CastGuest>
type GuestKey = keyof typeof GUESTS
/** A sharer of a horse and the manager of a yard, who are not clients of the practice. */
const OTHERS = ['beth', 'wendy'] as const
const guests = Object.entries<CastGuest>(GUESTS) as [GuestKey, CastGuest][]

const personOf = (key: GuestKey | (typeof OTHERS)[number]) => uuidOf('cast', 'guest', key)
const at = (today: Day, daysAgo: number, time = '19:12') => instantOf(addDays(today, -daysAgo), time, cast.practice.zone)

/** The clients the farrier has invited. */
export const INVITED: ReadonlySet<string> = new Set(guests.flatMap(([, { client, how }]) => (how === 'invited' ? [client] : [])))

/** Makes them, each with a way to the demo practice. */
export async function seedGuests(tx: DirectoryTx): Promise<void> {
  const people = [...[...guests.map(([key]) => key), ...OTHERS].map(personOf), ...castCarers]
  await tx
    .insertInto('directory.people')
    .values(people.map((id) => ({ id, email: null })))
    .onConflict((clash) => clash.doNothing())
    .execute()
  await tx
    .insertInto('directory.ways')
    .values(people.map((person_id) => ({ person_id, practice_id: cast.practice.id })))
    .onConflict((clash) => clash.doNothing())
    .execute()
}

/** What they may see, and what was opened lately. */
export async function insertAccess(tx: PracticeTx, today: Day): Promise<void> {
  const practice_id = cast.practice.id
  const rows = guests.flatMap(([key, guest]) => accessesOf(key, guest, today))
  await tx
    .insertInto('client_access')
    .values(rows.map((row) => ({ practice_id, ...row })))
    .execute()
  await insertOthers(tx, today)
  const opened = { practice_id, person_id: personOf('rhys'), client_id: cast.clients.rhysAmery.id }
  const log = [
    { what: 'home' as const, subject_id: cast.clients.rhysAmery.id, at: at(today, 2, '19:31') },
    { what: 'horse' as const, subject_id: castHorse('Clover').id, at: at(today, 2, '19:32') },
  ]
  await tx
    .insertInto('guest_log')
    .values(log.map((line) => ({ ...opened, ...line, id: uuidOf('cast', 'opened', line.what), hour: at(today, 2, '19:00') })))
    .execute()
}

/** Who shares a horse of Callum's, who manages its yard, and his links to another: one for an insurer, and one whose buyer did not buy. */
async function insertOthers(tx: PracticeTx, today: Day): Promise<void> {
  const practice_id = cast.practice.id
  const callum = { client_id: cast.clients.callumWeir.id, by_person: personOf('callum') }
  const nobody = { ended_at: null, ended_by_person: null, ended_by_member: null }
  await tx
    .insertInto('horse_grants')
    .values({
      ...{ practice_id, id: uuidOf('cast', 'grant', 'beth'), horse_id: castHorse('Mulberry').id, ...callum, person_id: personOf('beth') },
      ...{ role: 'sharer', to_name: 'Beth Tranter', may_answer: true, from_at: at(today, 47), until_at: null, by_member: null, ...nobody },
    })
    .execute()
  await tx
    .insertInto('yard_access')
    .values({
      ...{ practice_id, yard_id: cast.yards.courtHouse.id, person_id: personOf('wendy'), to_name: 'Wendy Pugh' },
      ...{ since: at(today, 38), until: null, by_member: cast.owner.memberId },
    })
    .execute()
  const link = { practice_id, horse_id: castHorse('Noggin').id, client_id: callum.client_id, person_id: callum.by_person, from_on: null }
  const shows = { parts: { work: true, findings: false }, photo_ids: [] }
  await tx
    .insertInto('horse_shares')
    .values([
      {
        ...{ ...link, ...shows, ...nobody, id: uuidOf('cast', 'share', 'insurer'), to_name: 'Marches Mutual', purpose: 'insurance' },
        ...{ made_at: at(today, 4), until_at: at(today, -26), opens: 2, last_open_at: at(today, 3, '10:05') },
      },
      {
        ...{ ...link, ...shows, ...nobody, id: uuidOf('cast', 'share', 'buyer'), to_name: 'Huw Bevan', purpose: 'sale' },
        ...{ made_at: at(today, 29), until_at: at(today, 15), opens: 5, last_open_at: at(today, 24, '20:41') },
        ...{ ended_at: at(today, 22), ended_by_person: callum.by_person },
      },
    ])
    .execute()
}

const accessesOf = (key: GuestKey, { client, role = 'holder', toName, how, since, until, isUnclear }: CastGuest, today: Day) =>
  clientsOf(client).map((client_id) => ({
    client_id,
    person_id: personOf(key),
    since: at(today, since),
    until: until === undefined ? null : at(today, until),
    role,
    sees_money: role === 'holder',
    to_name: toName ?? null,
    by_member: isUnclear ? null : cast.owner.memberId,
    proven_how: how,
    confirmed_at: isUnclear ? null : at(today, since),
  }))

/** A client, and any other with the same e-mail address. */
function clientsOf(key: CastClientKey): string[] {
  const { email } = CAST_CLIENTS[key] as { email?: string }
  const same = (Object.keys(CAST_CLIENTS) as CastClientKey[]).filter((other) => {
    const { email: its } = CAST_CLIENTS[other] as { email?: string }
    return other === key || (email !== undefined && its === email)
  })
  return same.map((one) => cast.clients[one].id)
}

type Ask = Omit<Insertable<Tables['owner_asks']>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

/** Requests that wait for the farrier: one for each of two clients who share an address, and a horse that has been sold. */
export const askRows = (today: Day): Ask[] => [
  ...clientsOf('annLloyd').map((client_id) => ({
    ...ask(client_id),
    ...{ client_id, person_id: personOf('ann'), kind: 'access' as const, horse_id: null, words: null },
    facts: { email: CAST_CLIENTS.annLloyd.email },
    asked_at: at(today, 1),
  })),
  {
    ...ask('clover'),
    ...{ client_id: cast.clients.rhysAmery.id, person_id: personOf('rhys'), kind: 'sold', horse_id: castHorse('Clover').id },
    facts: { onDay: addDays(today, -3), reason: 'sold', brings: 'record', name: 'Mrs Tamsin Orme', phone: '07700 900977' },
    words: 'She keeps her at Bircher and would like you to go on.',
    asked_at: at(today, 2, '19:36'),
  },
]

const ask = (key: string) => ({ id: uuidOf('cast', 'owner ask', key), seen_at: null, seen_by: null, outcome: null })
