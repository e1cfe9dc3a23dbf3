import { sql } from 'kysely'
import { wayTo } from '#features/core/notices/rules.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import type { WouldTell } from '#features/records/services/contract.ts'
import { offeredBy, offerWords } from '#features/records/services/rules.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Service } from '#lib/plan.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

/**
 * It is another seller's product: a client who only got offers and has not objected is not notified of it (PECR reg. 22 (3)).
 */
const AGREED: ReadonlySet<unknown> = new Set(['said', 'written', 'form'])

/** Who would be notified of a service, and how many would not. @throws forbidden for all but owners */
export async function wouldTell(tx: PracticeTx, actor: Actor, service: Service): Promise<WouldTell> {
  requireMay(actor, 'runPractice')
  const { may, ...others } = await sorted(tx, actor, service)
  return { ...others, clients: may.map(({ client, channel }) => ({ id: client.id, name: client.name, channel })) }
}

/** Notifies those of these clients who may be, each once. @throws forbidden for all but owners, service_not_offered */
export async function tellOf(tx: PracticeTx, actor: Actor, service: Service, clientIds: readonly string[]): Promise<{ told: number }> {
  requireMay(actor, 'runPractice')
  if (!offeredBy(actor.tier, (await settingsOf(tx)).services).includes(service)) throw new AppError('service_not_offered')
  const wanted = (await sorted(tx, actor, service)).may.filter(({ client }) => clientIds.includes(client.id))
  const fields = { text: offerWords(service), link: `${actor.origin}/my/services` }
  for (const { client, channel } of wanted)
    await queueWords(tx, actor, 'service_offer', recipientOf(client), fields, {
      ...{ channel, purpose: 'marketing', eventId: eventOf(actor, service) },
    })
  return { told: wanted.length }
}

/** Notifying of a service is one event, however often it is pressed. */
const eventOf = ({ practiceId }: Actor, service: Service): string => uuidOf('service offer', practiceId, service)

async function sorted(tx: PracticeTx, actor: Actor, service: Service) {
  const clients = await withoutIt(tx, service)
  const told = new Set(
    (
      await tx
        .selectFrom('notices')
        .select('client_id')
        .where('kind', '=', 'service_offer')
        .where('event_id', '=', eventOf(actor, service))
        .execute()
    ).map(({ client_id }) => client_id),
  )
  const found = { may: [] as { client: Row<'clients'>; channel: 'sms' | 'email' }[], notAgreed: 0, unreachable: 0, toldBefore: 0 }
  for (const client of clients) {
    const way = wayTo(recipientOf(client))
    if (told.has(client.id)) found.toldBefore++
    else if (!client.marketing_consent_at || !AGREED.has(client.marketing_consent_how)) found.notAgreed++
    else if (typeof way === 'string') found.unreachable++
    else found.may.push({ client, channel: way.channel })
  }
  return found
}

/** Clients who are let in and have a horse here that doesn't have the service, by name. */
const withoutIt = (tx: PracticeTx, service: Service): Promise<Row<'clients'>[]> =>
  tx
    .selectFrom('clients')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('portal', 'is', null), eb('portal', '=', true)]))
    .where(
      sql<boolean>`exists (
        select from horses h where h.practice_id = clients.practice_id and h.client_id = clients.id and h.deleted_at is null and h.gone_on is null
          and not exists (
            select from horse_services s
            where s.practice_id = h.practice_id and s.horse_id = h.id and s.service = ${service} and s.ends_on is null))`,
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
