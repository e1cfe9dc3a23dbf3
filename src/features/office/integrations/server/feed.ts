import { FEED_PATH } from '#features/office/integrations/rules.ts'
import { type ConnectionRow, findConnection, findOpenFeed, updateConnection } from '#features/office/integrations/server/queries.ts'
import { sealedFor, secretOf } from '#features/office/integrations/server/secrets.ts'
import { type FollowedCalendar, followed, memberItems } from '#features/visits/calendars/server/service.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { can } from '#lib/plan.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { findPracticePlan } from '#platform/server/database/practice-actor.ts'
import { addFeedLink, findFeedLink, revokeFeedLinks } from '#platform/server/links.ts'
import type { Vault } from '#platform/server/vault.ts'

/** "Last read" is written at most this often. */
const NOTED_EVERY_MS = 60_000

/** Gives a member's feed an address, where it has none that can be shown. */
export async function giveFeed(tx: PracticeTx, vault: Vault, row: ConnectionRow): Promise<string> {
  const known = secretOf(vault, row)
  if (known) return known
  await forgetFeed(tx, row)
  const token = await addFeedLink(tx, memberIn(row))
  const { sealed, keyId } = vault.seal(token, sealedFor(row))
  await updateConnection(tx, row.id, { secret: sealed, vault_key_id: keyId })
  return token
}

/** No address of a member's feed opens it any more. */
export const forgetFeed = (tx: PracticeTx, row: ConnectionRow): Promise<void> => revokeFeedLinks(tx, memberIn(row))

/** The address of the calling member's feed. @throws feed_is_off */
export async function feedAddress(tx: PracticeTx, actor: Actor, vault: Vault): Promise<{ url: string }> {
  return addressOf(actor, await giveFeed(tx, vault, await requireFeed(tx, actor)))
}

/** Replaces the address of the calling member's feed. @throws feed_is_off */
export async function renewFeed(tx: PracticeTx, actor: Actor, vault: Vault): Promise<{ url: string }> {
  const row = await requireFeed(tx, actor)
  return addressOf(actor, await giveFeed(tx, vault, { ...row, secret: null, vault_key_id: null }))
}

/**
 * A member's diary by the address of their feed. Undefined: the address opens nothing, the feed is off or its plan has ended, or the member has
 * left.
 */
export async function openFeed(
  { db, isTestVersion }: { db: Database; isTestVersion: boolean },
  token: string,
  known: string | undefined,
): Promise<FollowedCalendar | undefined> {
  const link = await findFeedLink(db, token)
  if (!link) return undefined
  const { practiceId, memberId } = link
  const plan = await findPracticePlan(db, practiceId)
  const isInPlan = isTestVersion || (plan.state !== 'lapsed' && can(plan.tier, 'calendar-integration'))
  if (!isInPlan) return undefined
  return db.withPractice(practiceId, async (tx) => {
    const feed = await findOpenFeed(tx, memberId)
    if (!feed) return undefined
    if (currentMs() - (feed.lastReadAt?.getTime() ?? 0) > NOTED_EVERY_MS)
      await updateConnection(tx, feed.id, { last_success_at: currentTime() })
    const { level = 'where' } = feed.settings
    const of = { memberId, level, zone: plan.zone, today: dayOf(currentTime(), plan.zone) }
    return followed(tx, { practiceId, name: `Pritchel, ${feed.name}`, of: level, today: of.today, known }, () => memberItems(tx, of))
  })
}

async function requireFeed(tx: PracticeTx, actor: Actor): Promise<ConnectionRow> {
  const row = await findConnection(tx, 'feed', memberOf(actor))
  if (!row?.enabled) throw new AppError('feed_is_off')
  return row
}

const addressOf = ({ origin }: Actor, token: string) => ({ url: `${origin}${FEED_PATH}${token}.ics` })

function memberIn({ member_id }: Pick<ConnectionRow, 'member_id'>): string {
  if (!member_id) throw new Error('a feed is always a member’s')
  return member_id
}
