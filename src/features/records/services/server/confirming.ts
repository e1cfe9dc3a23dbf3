import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { begunWords, type EndedWhy, endedWords, serviceFor } from '#features/records/services/rules.ts'
import type { Seat } from '#features/records/services/server/seats.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity } from '#platform/server/database/rows.ts'

/** A service that began or ends with this transaction, of whose horse. */
export type Carried = { seat: Seat; horseName: string; clientId: string | null } & (
  | { what: 'begun' }
  | { what: 'ended'; endsOn: Day; why: EndedWhy }
)

/**
 * Confirms to each owner what was arranged for them, one message for the horses that have it in common, and notifies the farrier of what an
 * owner did. What is paid for is confirmed by its seller (`sending-notices.ts`).
 */
export async function confirm(tx: PracticeTx, actor: Actor, carried: readonly Carried[]): Promise<void> {
  const groups = Map.groupBy(carried, (one) =>
    JSON.stringify([one.what, one.clientId, one.seat.service, one.seat.from_on, one.what === 'ended' && [one.endsOn, one.why]]),
  )
  for (const [, some] of groups) await confirmSome(tx, actor, some)
}

async function confirmSome(tx: PracticeTx, actor: Actor, some: readonly Carried[]): Promise<void> {
  const [first] = some
  if (!first?.clientId) return
  const { clientId, seat } = first
  const horses = some.map(({ horseName }) => horseName)
  const byPerson = seat.person_id
  // One event for all its notices, however often it is tried.
  const opId = uuidOf('service', first.what, ...some.map((one) => `${one.seat.id} ${one.seat.rev}`))
  const acting: Actor = { ...actor, opId, ...(byPerson && { byPerson }) }
  const isBegun = first.what === 'begun'
  await logActivity(tx, acting, {
    entity: 'clients',
    entityId: clientId,
    verb: isBegun ? 'service_begun' : 'service_ended',
    before: null,
    after: { service: seat.service },
  })
  if (byPerson === null) {
    const text = isBegun
      ? begunWords({ service: seat.service, horses, fromOn: seat.from_on })
      : endedWords({ service: seat.service, horses, endsOn: first.endsOn, why: first.why })
    await toOwner(tx, acting, clientId, isBegun ? 'service_started' : 'service_ended', text)
  }
  const isTheirs = byPerson !== null && (isBegun || first.why === 'owner')
  if (isTheirs) await tellFarrier(tx, acting, { clientId, body: `${serviceFor(seat.service, horses)} ${isBegun ? 'has begun' : 'ends'}.` })
}

/** By e-mail, which can be kept; else by the channel that reaches them. One who can't be reached reads it on their page. */
async function toOwner(tx: PracticeTx, actor: Actor, clientId: string, kind: 'service_started' | 'service_ended', text: string) {
  const client = await tx.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirst()
  if (!client || client.deleted_at) return
  const recipient = recipientOf(client)
  const fields = { text, link: `${actor.origin}/my/services` }
  try {
    await queueWords(tx, actor, kind, recipient, fields, client.email ? { channel: 'email' } : {})
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
