import { sql } from 'kysely'
import type { Manifest } from '#connectors/kit/manifest.ts'
import { CONNECTORS } from '#connectors/registry.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { forgetFeed, giveFeed } from '#features/office/integrations/server/feed.ts'
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  insertConnection,
  listConnections,
  listOff,
  updateConnection,
} from '#features/office/integrations/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { can, refusalOf, tierNeeded } from '#lib/plan.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { forEachPractice, type JobLog } from '#platform/server/database/each-practice.ts'
import type { Vault } from '#platform/server/vault.ts'

/** Everything that can be connected, in the order of the cards, and how it stands for the calling member. */
export async function listIntegrations(tx: PracticeTx, actor: Actor): Promise<Integration[]> {
  const rows = new Map((await listConnections(tx, memberOf(actor))).map((row) => [row.connector, row]))
  return CONNECTORS.map((manifest) => toIntegration(manifest, rows.get(manifest.id), actor))
}

type Change = Pick<Integration, 'enabled'> & { settings?: Integration['settings'] | undefined }

/**
 * Switches a connection of the calling member on or off, and changes the settings that are named. What is off keeps its secret, and is the same
 * when it is on again.
 * @throws integration_not_found, not_in_plan
 */
export async function changeIntegration(
  tx: PracticeTx,
  actor: Actor,
  vault: Vault,
  id: string,
  { enabled, settings = {} }: Change,
): Promise<Integration> {
  const manifest = manifestOf(id)
  if (enabled) requirePlan(manifest, actor)
  const memberId = memberOf(actor)
  const off_at = enabled ? null : currentTime()
  const of = { practice_id: actor.practiceId, connector: id, member_id: memberId }
  const before = (await findConnection(tx, id, memberId)) ?? (await insertConnection(tx, { ...of, id: uuidv7(), enabled, off_at }))
  const row = await updateConnection(tx, before.id, {
    enabled,
    off_at: off_at && (before.off_at ?? off_at),
    settings: { ...before.settings, ...settings },
  })
  if (enabled) await giveFeed(tx, vault, row)
  return toIntegration(manifest, row, actor)
}

/** How long what is off keeps its secret. */
const KEPT_DAYS = 30

/** Ends connections that have been off for a month. Safe to run twice. */
export async function forgetConnections(db: Database, log?: JobLog): Promise<void> {
  const now = currentTime()
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  const work = (practiceId: string) =>
    db.withPractice(practiceId, async (tx) => {
      for (const row of await listOff(tx, before)) await end(tx, row)
    })
  const withWork = (among: readonly string[]) => sql`directory.with_connections_off(${among}, ${before})`
  await forEachPractice(db, { job: 'forget-connections', asOf: now, withWork, work }, log)
}

async function end(tx: PracticeTx, row: ConnectionRow): Promise<void> {
  await forgetFeed(tx, row)
  await deleteConnection(tx, row.id)
}

/** Ends a connection of the calling member and forgets its secret. Ended again, it stays so. @throws integration_not_found */
export async function disconnect(tx: PracticeTx, actor: Actor, id: string): Promise<Integration> {
  const manifest = manifestOf(id)
  const row = await findConnection(tx, id, memberOf(actor))
  if (row) await end(tx, row)
  return toIntegration(manifest, undefined, actor)
}

function manifestOf(id: string): Manifest {
  const manifest = CONNECTORS.find((each) => each.id === id)
  if (!manifest) throw new AppError('integration_not_found')
  return manifest
}

const isInPlan = ({ feature }: Manifest, { tier }: Pick<Actor, 'tier'>) => !feature || can(tier, feature)

function requirePlan({ feature }: Manifest, actor: Actor) {
  if (feature && !can(actor.tier, feature)) throw new AppError(refusalOf(feature), { feature, needs: tierNeeded(feature) })
}

function toIntegration(manifest: Manifest, row: ConnectionRow | undefined, actor: Actor): Integration {
  const { id, name, description, category, sends, brings, leaves } = manifest
  const enabled = row?.enabled ?? false
  return {
    id,
    name,
    description,
    category,
    enabled,
    status: enabled ? 'connected' : 'disconnected',
    settings: row?.settings ?? {},
    lastSuccessAt: row?.last_success_at?.toISOString() ?? null,
    isInPlan: isInPlan(manifest, actor),
    sends: [...sends],
    brings: [...brings],
    leaves: [...leaves],
  }
}
