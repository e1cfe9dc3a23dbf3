import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { CARE_ROLES, inList } from '#features/records/guests/care-rules.ts'
import { addressAs, hashed, type Invited } from '#features/records/guests/rules.ts'
import { listMembersWhoAnswer } from '#features/records/guests/server/ask-queries.ts'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import { endInvite } from '#features/records/guests/server/inviting-others.ts'
import { declineCare, letCare } from '#features/records/guests/server/let-care.ts'
import { letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { letHelp, letLook } from '#features/records/guests/server/let-look.ts'
import { findOpenInvite, type OpenInvite } from '#features/records/guests/server/open-invite.ts'
import { provenHashes } from '#features/records/guests/server/proven-hashes.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { tellHolder, tellOwnersAtYard } from '#features/records/guests/server/tell-holders.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx, Prepared } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** An invitation to an address that a guest has proven. */
export type Waiting = Invited & { practiceId: string; inviteId: string }
type Which = { practiceId: string; inviteId: string }
/** `regNumber`: of a vet or a para-professional, in their own words. */
type Accepting = Which & { regNumber?: string }

/** The most that wait for one guest. */
const MOST_WAITING = 20

const WAITING: Prepared = {
  name: 'guest_invitations',
  text: `select l.practice_id as "practiceId", l.subject_id as "inviteId", p.name from directory.links l
    join directory.practices p on p.id = l.practice_id
    where l.address_hash = any ($1) and l.kind = 'portal' and l.revoked_at is null and l.dies_at > clock_now()
      and ($2::uuid is null or l.practice_id = $2)
    order by l.dies_at desc limit ${MOST_WAITING}`,
}

/** The invitations that wait for a guest, the latest first. */
export async function waitingFor(app: App, { onlyPractice }: GuestSession, hashes: readonly Buffer[]): Promise<Waiting[]> {
  if (hashes.length === 0) return []
  const found = await app.db.readDirectory<Which & { name: string }>(WAITING, [hashes, onlyPractice])
  const waiting = await Promise.all(
    found.map(async ({ practiceId, inviteId, name }) => {
      const invite = await app.db.withPractice(practiceId, (tx) => findOpenInvite(tx, inviteId))
      return invite && isTo(app, invite, hashes) ? { practiceId, inviteId, ...invitedBy(invite, name) } : undefined
    }),
  )
  return waiting.filter((one) => one !== undefined)
}

/** What a person reads of an invitation to an address that they have proven. */
export const invitedBy = (invite: OpenInvite, practiceName: string): Invited => ({
  practiceName,
  role: invite.role,
  from: invite.byPerson && invite.client ? firstNameOf(invite.client) : practiceName,
  client: invite.client ? firstNameOf(invite.client) : null,
  horse: invite.horseName,
  seesMoney: invite.seesMoney,
  mayAnswer: invite.mayAnswer,
  care: invite.care && { ...invite.care, horses: invite.care.horses.map(({ name }) => name) },
})

/** Whether an invitation went to one of these addresses. */
export const isTo = ({ setup }: Pick<App, 'setup'>, { toAddress }: OpenInvite, hashes: readonly Buffer[]): boolean => {
  if (toAddress === null) return false
  const own = setup.keyedHash(hashed(addressAs(toAddress)))
  return hashes.some((hash) => hash.equals(own))
}

/**
 * Lets in the person who has proven the address that an invitation went to. Once: of two presses at once the second finds nothing.
 * @throws not_found where the invitation is no longer open; not_your_invitation where it went to another address
 */
export async function acceptInvite(app: App, session: GuestSession, { practiceId, inviteId, regNumber = '' }: Accepting): Promise<void> {
  await answerInvite(app, session, { practiceId, inviteId }, async (tx, actor, invite) => {
    await tx.updateTable('portal_invites').set({ used_at: currentTime(), used_by: session.personId }).where('id', '=', invite.id).execute()
    noteEnded(tx, { practiceId, inviteId: invite.id })
    await seat(tx, actor, invite, { personId: session.personId, regNumber })
  })
}

/** Declines an invitation: it no longer opens anything. @throws as `acceptInvite` */
export async function declineInvite(app: App, session: GuestSession, which: Which): Promise<void> {
  await answerInvite(app, session, which, async (tx, actor, invite) => {
    await endInvite(tx, actor, invite.id)
    if (invite.care) await declineCare(tx, invite.care.consentId)
  })
}

async function answerInvite(
  app: App,
  session: GuestSession,
  { practiceId, inviteId }: Which,
  answer: (tx: PracticeTx, actor: Actor, invite: OpenInvite) => Promise<void>,
): Promise<void> {
  // Who proved an address to one practice alone has proven it nowhere else.
  if (session.onlyPractice && session.onlyPractice !== practiceId) throw new AppError('not_your_invitation')
  const hashes = await provenHashes(app, session)
  const actor = { ...(await actorOfPractice(app.db, practiceId, { origin: app.setup.origin })), byPerson: session.personId }
  await app.db.withPractice(practiceId, async (tx) => {
    await holdWriters(tx)
    const invite = await findOpenInvite(tx, inviteId)
    if (!invite || invite.role === 'holder') throw new AppError('not_found')
    if (!isTo(app, invite, hashes)) throw new AppError('not_your_invitation')
    await answer(tx, actor, invite)
  })
}

/** What a person becomes by an invitation: the one place where that is decided. */
async function seat(
  tx: PracticeTx,
  actor: Actor,
  invite: OpenInvite,
  { personId, regNumber }: { personId: string; regNumber: string },
): Promise<void> {
  const { role, clientId, horseId, yardId, toName, byPerson, byMember } = invite
  const who = { personId, toName, byPerson, byMember }
  const name = toName ?? 'Somebody'
  switch (role) {
    case 'helper': {
      if (!clientId) throw new AppError('not_found')
      const isHelper = await letHelp(tx, actor, { ...who, clientId, seesMoney: invite.seesMoney })
      const sees = invite.seesMoney ? 'horses, visits and bills' : 'horses and visits'
      const told = isHelper ? await tellOwner(tx, actor, invite, { clientId, personId, sees: `your ${sees}` }) : ''
      return tellJoined(tx, actor, {
        clientId,
        role,
        name,
        body: `${name} helps them from now on, and sees their ${sees}. End it on their record.${told}`,
      })
    }
    case 'sharer': {
      if (!clientId || !horseId) throw new AppError('not_found')
      await letLook(tx, actor, { ...who, clientId, horseId, mayAnswer: invite.mayAnswer })
      const told = await tellOwner(tx, actor, invite, { clientId, personId, sees: invite.horseName ?? 'your horse' })
      const body = `${name} shares ${invite.horseName} and can see it from now on. End it on their record.${told}`
      return tellJoined(tx, actor, { clientId, role, name, body })
    }
    case 'yard': {
      if (!yardId) throw new AppError('not_found')
      const isNew = await letIntoYard(tx, { ...actor, memberId: byMember }, { personId, yardId, toName })
      const told = { inviteId: invite.id, personId, who: toName ?? 'The yard’s manager' }
      const unreached = isNew ? await tellOwnersAtYard(tx, actor, yardId, told) : 0
      await logActivity(tx, actor, { entity: 'yards', entityId: yardId, verb: 'manager_joined', before: null, after: { name } })
      const yard = await tx.selectFrom('yards').select('name').where('id', '=', yardId).executeTakeFirst()
      return alertMembers(tx, actor, {
        memberIds: await listMembersWhoAnswer(tx),
        title: yard?.name ?? 'A yard',
        body: `${name} sees when you’re coming from now on. End it on the yard.${unreachedIn(unreached)}`,
        path: `/yards?yard=${yardId}`,
      })
    }
    case 'vet':
    case 'para-professional': {
      if (!clientId || !invite.care) throw new AppError('not_found')
      await letCare(tx, actor, { ...who, clientId, role, care: invite.care, regNumber })
      const horses = inList(invite.care.horses.map((horse) => horse.name))
      const body = `${name} sees ${horses} from now on, ${CARE_ROLES[role].as}. End it on the horse.`
      return tellJoined(tx, actor, { clientId, role, name, body })
    }
    case 'holder':
      // Their own invitation is answered by their own address.
      throw new AppError('not_found')
  }
}

const unreachedIn = (owners: number): string =>
  owners === 0
    ? ''
    : owners === 1
      ? ' One owner there can’t be told from here: tell them.'
      : ` ${owners} owners there can’t be told from here: tell them.`

/** Notifies the client of a person whom the farrier, not they, let in. Returns the notification for the farrier. */
async function tellOwner(
  tx: PracticeTx,
  actor: Actor,
  { id: inviteId, byPerson, toName }: OpenInvite,
  { clientId, ...seen }: { clientId: string; personId: string; sees: string },
): Promise<string> {
  if (byPerson) return ''
  const told = { inviteId, who: toName ?? 'Somebody', ...seen, path: '/my/sharing' } as const
  return (await tellHolder(tx, actor, clientId, told)) ? ' They’ve been told.' : ' They can’t be told from here: tell them.'
}

type Joined = { clientId: string; role: OpenInvite['role']; name: string; body: string }

async function tellJoined(tx: PracticeTx, actor: Actor, { clientId, role, name, body }: Joined): Promise<void> {
  await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'other_joined', before: null, after: { role, name } })
  await tellFarrier(tx, actor, { clientId, body })
}
