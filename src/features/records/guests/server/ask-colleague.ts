import { sql } from 'kysely'
import { agreedWords, careName, careStatesOf, colleagueWords } from '#features/records/guests/care-rules.ts'
import { addressAs, isSharedMailbox } from '#features/records/guests/rules.ts'
import { readTo } from '#features/records/guests/server/ask-care.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { listCare } from '#features/records/guests/server/care-queries.ts'
import { insertConsent, type Row, whatOf } from '#features/records/guests/server/care-rows.ts'
import { type Care, requireCare } from '#features/records/guests/server/require-care.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { dayAndYear } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'

const DAY_MS = 86_400_000
/** Colleagues that one person may request in a day in a practice: each is a question to an owner and a farrier. */
const MOST_A_DAY = 5

/** A colleague by name: one person, at an address that only they read. */
export type AskedColleague = { horseId: string; toName: string; toPractice: string; to: string }
type Of = { personId: string }

/**
 * Requests of the owner and the farrier that a colleague may see a horse too: in the same role as the carer, from the same day, until the
 * same day. Nothing is sent to the colleague, and nothing is seen, before the owner has agreed and, where the practice decides, the
 * farrier. The same request made again while it waits is one.
 * @throws horse_not_found, forbidden, name_needed, too_many_invites, too_many_requests; not_reachable, in words, for an address that
 * several read, that is their own, or of a person who sees the horse already
 */
export async function askColleague(tx: PracticeTx, actor: Actor, { personId }: Of, asked: AskedColleague): Promise<void> {
  await holdWriters(tx)
  const care = await requireCare(tx, { personId }, 'askColleague', asked)
  const own = await consentOf(tx, care)
  const { toName, address } = readTo(asked)
  if (isSharedMailbox(address)) throw new AppError('not_reachable', {}, SHARED)
  if (address === own.to_address) throw new AppError('not_reachable', {}, 'That’s your own address.')
  const standing = await standingOf(tx, { care, address })
  if (standing === 'in') throw new AppError('not_reachable', {}, `${toName} is let in already, or invited.`)
  if (standing === 'asked') return
  await requireRoom(tx, personId)
  const toPractice = asked.toPractice.trim().slice(0, LONGEST_PRACTICE) || null
  const said = { role: care.role, toName, toPractice, backToOn: own.back_to_on, untilOn: own.until_on, mayContact: false }
  const row = await insertConsent(tx, {
    ...{ practice_id: actor.practiceId, id: uuidv7(), client_id: care.clientId, role: care.role, horse_ids: [care.horseId] },
    ...{
      to_name: toName,
      to_address: address,
      to_practice: toPractice,
      back_to_on: own.back_to_on,
      until_on: own.until_on,
      may_contact: false,
    },
    ...{ words: agreedWords({ ...said, horses: [care.horseName] }), asked_at: currentTime(), asked_person: personId, asked_member: null },
    ...{ approved_at: null, approved_member: null, colleague_of: own.id },
  })
  await logActivity(tx, actor, { entity: 'clients', entityId: care.clientId, verb: 'care_asked', before: null, after: whatOf(row) })
  await addOwnerAsk(tx, actor, {
    ...{ id: row.id, clientId: care.clientId, personId, kind: 'vet_invite', horseId: care.horseId },
    facts: { name: toName, ...(toPractice && { practice: toPractice }), [addressAs(address).kind]: address, by: care.asName },
    words: `Until ${dayAndYear(own.until_on)}`,
  })
}

const LONGEST_PRACTICE = 120
const SHARED = 'That looks like an address that several people read. Give one that only they read: each signs in for themselves.'

/** What became of a carer's requests for colleagues, the last first. */
export async function colleaguesOf(tx: PracticeTx, { personId, horseId, zone }: Of & { horseId: string; zone: string }) {
  const { rows } = await sql<{ id: string }>`
    select id from care_consents where asked_person = ${personId} and colleague_of is not null
      and horse_ids @> array[${horseId}::uuid]`.execute(tx)
  if (rows.length === 0) return []
  const own = new Set(rows.map(({ id }) => id))
  const now = currentTime()
  return (await listCare(tx, { horseId }, zone)).flatMap((consent) => {
    const state = careStatesOf(consent, now).find(({ horses }) => horses.some(({ id }) => id === horseId))?.state
    return own.has(consent.id) && state ? [{ name: careName(consent), words: colleagueWords(state, consent) }] : []
  })
}

/** By which agreement they look after the horse. */
const consentOf = (tx: PracticeTx, { grantId }: Care): Promise<Row> =>
  tx
    .selectFrom('care_consents as a')
    .innerJoin('horse_grants as g', 'g.consent_id', 'a.id')
    .selectAll('a')
    .where('g.id', '=', grantId)
    .executeTakeFirstOrThrow()

/** Whether a request waits for an address and the horse, or the address is in already. */
async function standingOf(tx: PracticeTx, { care, address }: { care: Care; address: string }): Promise<'in' | 'asked' | undefined> {
  const { rows } = await sql<{ isIn: boolean }>`
    select agreed_at is not null and approved_at is not null as "isIn" from care_consents
    where client_id = ${care.clientId} and role = ${care.role} and to_address = ${address} and horse_ids @> array[${care.horseId}::uuid]
      and refused_at is null and taken_back_at is null and until_on >= clock_now()::date
      and not exists (select from horse_grants g where g.consent_id = care_consents.id and g.horse_id = ${care.horseId} and g.ended_at is not null)
    order by 1 desc limit 1`.execute(tx)
  return rows[0] && (rows[0].isIn ? 'in' : 'asked')
}

/** @throws too_many_invites */
async function requireRoom(tx: PracticeTx, personId: string): Promise<void> {
  const { number } = await tx
    .selectFrom('care_consents')
    .select(({ fn }) => fn.countAll<string>().as('number'))
    .where('asked_person', '=', personId)
    .where('colleague_of', 'is not', null)
    .where('asked_at', '>', new Date(currentMs() - DAY_MS))
    .executeTakeFirstOrThrow()
  if (Number(number) >= MOST_A_DAY) throw new AppError('too_many_invites')
}
