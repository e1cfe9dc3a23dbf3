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
  updateConnection,
} from '#features/office/integrations/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { can, refusalOf, tierNeeded } from '#lib/plan.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
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
  const before =
    (await findConnection(tx, id, memberId)) ??
    (await insertConnection(tx, { practice_id: actor.practiceId, id: uuidv7(), connector: id, member_id: memberId, enabled }))
  const row = await updateConnection(tx, before.id, { enabled, settings: { ...before.settings, ...settings } })
  if (enabled) await giveFeed(tx, vault, row)
  return toIntegration(manifest, row, actor)
}

/** Ends a connection of the calling member and forgets its secret. Ended again, it stays so. @throws integration_not_found */
export async function disconnect(tx: PracticeTx, actor: Actor, id: string): Promise<Integration> {
  const manifest = manifestOf(id)
  const row = await findConnection(tx, id, memberOf(actor))
  if (row) {
    await forgetFeed(tx, row)
    await deleteConnection(tx, row.id)
  }
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
