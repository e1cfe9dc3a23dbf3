import { sql } from 'kysely'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { CareConsent } from '#features/records/guests/care-contract.ts'
import { agreedWords, askedShortly, careName, inList, isCareUntil, serviceFor, toldShortly } from '#features/records/guests/care-rules.ts'
import { addressAs, type CareRole, LONGEST_NAME, MOST_INVITES_A_DAY } from '#features/records/guests/rules.ts'
import { addressOf } from '#features/records/guests/server/asking.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { requireConsent } from '#features/records/guests/server/care-queries.ts'
import { insertConsent, type Row, whatOf } from '#features/records/guests/server/care-rows.ts'
import { endCare } from '#features/records/guests/server/end-care.ts'
import { inviteToCare } from '#features/records/guests/server/invite-to-care.ts'
import { portalIn } from '#features/records/guests/server/portal-in.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { writeOwner } from '#features/records/guests/server/write-owner.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'

const DAY_MS = 86_400_000
const MOST_HORSES = 50

export type AskedCare = {
  role: CareRole
  clientId: string
  horseIds: readonly string[]
  toName: string
  /** The e-mail address or mobile number, as it was typed. */
  to: string
  toPractice: string | null
  /** Null: as far back as the owner reads it. */
  backToOn: Day | null
  untilOn: Day
  mayContact: boolean
  /** `portal`: by the owner, signed in, who is `actor.byPerson`; else by a member: the owner gets a link, or has agreed. */
  how: 'portal' | 'link' | 'said' | 'written'
}

/**
 * Requests that a vet or a para-professional may see horses of a client's; nothing is seen, and no one is invited, before the owner has
 * agreed. An owner's own request counts as their consent: the farrier is notified, or decides first. A second request for the same replaces
 * the first. The caller has checked the actor.
 * @throws forbidden, client_not_found, horse_not_found, portal_is_off, service_not_open, name_needed, not_reachable, horses_needed,
 * care_too_long, wrong_order, too_many_invites, and as `queueWords` where the owner can't be reached
 */
export async function askCare(tx: PracticeTx, actor: Actor, asked: AskedCare): Promise<CareConsent> {
  if (asked.how !== 'portal') requireMay(actor, 'runPortal')
  await holdWriters(tx)
  const client = await requireClient(tx, asked.clientId)
  const portal = await portalIn(tx)
  if (portal.way === 'off' || client.portal === false) throw new AppError('portal_is_off')
  const { toName, address } = readTo(asked)
  requireDays(actor, asked)
  const horses = await requireHorses(tx, asked)
  await requireRoom(tx, client.id)
  await endSame(tx, actor, asked, address)

  const id = uuidv7()
  const now = currentTime()
  const isByOwner = asked.how === 'portal'
  const isAtOnce = !isByOwner || portal.may.care
  const toPractice = asked.toPractice?.trim().slice(0, LONGEST_PRACTICE) || null
  const said = { ...asked, toName, toPractice, horses }
  const row = await insertConsent(tx, {
    ...{ practice_id: actor.practiceId, id, client_id: client.id, role: asked.role, horse_ids: [...asked.horseIds] },
    ...{ to_name: toName, to_address: address, to_practice: toPractice },
    ...{ back_to_on: asked.backToOn, until_on: asked.untilOn, may_contact: asked.mayContact, words: agreedWords(said) },
    ...{ asked_at: now, asked_person: isByOwner ? (actor.byPerson ?? null) : null, asked_member: isByOwner ? null : actor.memberId },
    ...(asked.how !== 'link' && { agreed_at: now, agreed_how: asked.how }),
    ...(isByOwner ? { agreed_person: actor.byPerson ?? null } : asked.how !== 'link' && { agreed_member: actor.memberId }),
    ...{ approved_at: isAtOnce ? now : null, approved_member: isByOwner ? null : actor.memberId },
  })
  await logActivity(tx, actor, { entity: 'clients', entityId: client.id, verb: 'care_asked', before: null, after: whatOf(row) })
  if (asked.how === 'link') await writeOwner(tx, actor, row, 'care_ask', askedShortly(said))
  else if (!isByOwner) await writeOwner(tx, actor, row, 'care_told', toldShortly(said))
  if (asked.how !== 'link' && isAtOnce) await inviteToCare(tx, actor, row)
  if (isByOwner) await (isAtOnce ? tellOfInvited(tx, actor, row, horses) : askFarrier(tx, actor, row, horses))
  return requireConsent(tx, id, actor.zone)
}

const LONGEST_PRACTICE = 120

/** Who it is, and where. @throws name_needed, not_reachable */
export function readTo({ toName: typed, to }: Pick<AskedCare, 'toName' | 'to'>): { toName: string; address: string } {
  const toName = typed.trim().slice(0, LONGEST_NAME)
  if (!toName) throw new AppError('name_needed')
  const address = addressOf(to)
  if (!address) throw new AppError('not_reachable')
  return { toName, address: address.address }
}

function requireDays({ zone }: Pick<Actor, 'zone'>, { untilOn, backToOn }: AskedCare): void {
  const today = dayOf(currentTime(), zone)
  if (!isCareUntil(untilOn, today)) throw new AppError('care_too_long')
  if (backToOn && backToOn > untilOn) throw new AppError('wrong_order')
}

/** Their names. */
async function requireHorses(tx: PracticeTx, { horseIds, clientId, role }: AskedCare): Promise<string[]> {
  if (horseIds.length === 0 || horseIds.length > MOST_HORSES) throw new AppError('horses_needed')
  const { rows } = await sql<{ id: string; name: string; isOpen: boolean }>`
    select id, name, service_open(id, ${serviceFor(role)}) as "isOpen" from horses
    where id = any (${[...horseIds]}::uuid[]) and client_id = ${clientId} and deleted_at is null
      and (gone_on is null or gone_on > clock_now()::date)`.execute(tx)
  const found = new Map(rows.map((horse) => [horse.id, horse]))
  const horses = [...new Set(horseIds)].map((id) => found.get(id))
  if (!horses.every((horse) => horse !== undefined)) throw new AppError('horse_not_found')
  if (!horses.every(({ isOpen }) => isOpen)) throw new AppError('service_not_open')
  return horses.map(({ name }) => name)
}

async function requireRoom(tx: PracticeTx, clientId: string): Promise<void> {
  const { number } = await tx
    .selectFrom('care_consents')
    .select(({ fn }) => fn.countAll<string>().as('number'))
    .where('client_id', '=', clientId)
    .where('asked_at', '>', new Date(currentMs() - DAY_MS))
    .executeTakeFirstOrThrow()
  if (Number(number) >= MOST_INVITES_A_DAY) throw new AppError('too_many_invites')
}

/** Ends what was requested for the same, as far as no one came in by it. */
async function endSame(tx: PracticeTx, actor: Actor, { role, clientId, horseIds }: AskedCare, address: string): Promise<void> {
  const same = await tx
    .selectFrom('care_consents as a')
    .select('a.id')
    .where('a.client_id', '=', clientId)
    .where('a.role', '=', role)
    .where('a.to_address', '=', address)
    .where('a.taken_back_at', 'is', null)
    .where('a.refused_at', 'is', null)
    .where(sql<boolean>`a.horse_ids <@ ${[...horseIds]}::uuid[]`)
    .where(sql<boolean>`not exists (select from horse_grants g where g.consent_id = a.id)`)
    .execute()
  for (const { id } of same) await endCare(tx, actor, id)
}

/** For an owner's request where the practice decides first: it is kept with owners' other requests, by the agreement's own id. */
const askFarrier = (tx: PracticeTx, actor: Actor, row: Row, horses: readonly string[]) =>
  addOwnerAsk(tx, actor, {
    ...{ id: row.id, clientId: row.client_id, personId: row.asked_person, kind: 'vet_invite', horseId: row.horse_ids[0] ?? null },
    facts: {
      name: row.to_name,
      ...(row.to_practice && { practice: row.to_practice }),
      [addressAs(row.to_address).kind]: row.to_address,
    },
    words: `${inList(horses)}, until ${dayAndYear(row.until_on)}`,
  })

const tellOfInvited = (tx: PracticeTx, actor: Actor, row: Row, horses: readonly string[]) =>
  tellFarrier(tx, actor, {
    clientId: row.client_id,
    body: `They let ${careName({ toName: row.to_name, toPractice: row.to_practice })} see ${inList(horses)}. End it on the horse.`,
    path: `/horses?horse=${row.horse_ids[0]}&tab=details`,
  })
