import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import type { Connecting } from '#features/office/integrations/server/connecting.ts'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import { isSignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { signedInWire } from '#features/office/integrations/server/oauth-wire.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { credentialsOf, KEY_LOST } from '#features/office/integrations/server/secrets.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'

/** The way to the far side of a connection. @throws Refusal `sign_in` when its key is lost, or there is no sign-in */
export async function wireOf(connecting: Connecting, row: ConnectionRow): Promise<Wire> {
  const manifest = manifestOf(row.connector)
  if (isSignedInTo(manifest)) return signedInWire(connecting, manifest, row)
  const credentials = credentialsOf(connecting, row)
  if (!credentials) throw new Refusal('sign_in', { sentence: KEY_LOST })
  return openWire({ fetch: connecting.reach, manifest, credentials })
}
