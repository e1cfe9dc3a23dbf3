import type { Manifest } from '#connectors/kit/manifest.ts'
import { type Connecting, tried } from '#features/office/integrations/server/connecting.ts'
import { isSignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { signedInWire } from '#features/office/integrations/server/oauth-wire.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Tries the sign-in that a connection has kept while it was off. `account` null: nothing leaves, in the test version. Undefined: it is on already, or
 * one does not sign in there. @throws sign_in_first, key_refused, far_side_silent
 */
export async function stillSignedIn(
  connecting: Connecting,
  manifest: Manifest,
  known: ConnectionRow | undefined,
  { enabled }: { enabled: boolean },
): Promise<{ account: string | null } | undefined> {
  if (!isSignedInTo(manifest) || !enabled) return undefined
  const isOn = known?.enabled && known.status === 'connected'
  if (isRehearsed(connecting, { connector: manifest.id, settings: {} })) return isOn ? undefined : { account: null }
  if (!known?.secret) throw new AppError('sign_in_first')
  if (isOn && known.account !== null) return undefined
  return { account: await tried(manifest.id, async () => signedInWire(connecting, manifest, known)) }
}
