import type { Credentials } from '#connectors/kit/wire.ts'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import type { Vault } from '#platform/server/vault.ts'

type Owned = Pick<ConnectionRow, 'practice_id' | 'connector' | 'member_id'>

/** What a connection's secret is sealed for. */
export const sealedFor = ({ practice_id, connector, member_id }: Owned) => ({
  practiceId: practice_id,
  connector,
  field: member_id ?? 'practice',
})

/** The secret of a connection; undefined: it has none, or its key is lost. */
export function secretOf(vault: Vault, row: ConnectionRow): string | undefined {
  const { secret, vault_key_id: keyId } = row
  return secret && keyId ? vault.open({ sealed: secret, keyId }, sealedFor(row)) : undefined
}

/** The sentence on the card of a connection whose secret no key of ours opens. */
export const KEY_LOST = "This server's own key has changed, so what you typed can't be read any more. Enter it again."

/** Where far sides are: as typed, else the address of their manifest; `farOrigins`: others instead, by connector (tests). */
export type Places = { isTestVersion: boolean; reachable: readonly string[]; farOrigins?: Readonly<Record<string, string>> }

type Placed = Pick<ConnectionRow, 'connector' | 'settings'>

/** Where the far side of a connection is; undefined: nowhere, as it speaks to none. */
export const addressOf = ({ farOrigins }: Pick<Places, 'farOrigins'>, { connector, settings }: Placed): string | undefined =>
  settings.address || farOrigins?.[connector] || manifestOf(connector).at

/** The credentials of a connection; the key is empty where none is needed. Undefined: its key is lost. */
export function credentialsOf(places: Pick<Places, 'farOrigins'> & { vault: Vault }, row: ConnectionRow): Credentials | undefined {
  const key = row.secret ? secretOf(places.vault, row) : ''
  const { account } = row.settings
  const address = addressOf(places, row)
  return key === undefined ? undefined : { key, ...(address && { address }), ...(account && { account }) }
}

/** The last characters of a key, to recognise it by; none of a short one, as they would be half of it. */
export const tailOf = (key: string): string => (key.length < SHORT ? '' : key.slice(-TAIL))
const [TAIL, SHORT] = [4, 8]

/** How a secret is shown: `••••3f9a`. */
export const maskOf = ({ secret_tail: tail }: Pick<ConnectionRow, 'secret_tail'>): string | null => (tail === null ? null : `••••${tail}`)

/** Whether the test version really speaks to an address: its host is among those it may reach. */
export function isReached(reachable: readonly string[], address: string | undefined): boolean {
  if (!address || !URL.canParse(address)) return false
  const { host, hostname } = new URL(address)
  return reachable.includes(host) || reachable.includes(hostname)
}

/** Whether nothing of a connection leaves: in the test version, but for hosts it may reach. */
export const isRehearsed = (places: Places, row: Placed): boolean =>
  places.isTestVersion && !isReached(places.reachable, addressOf(places, row))
