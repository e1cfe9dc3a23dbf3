import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookRow } from '#features/office/webhooks/server/queries.ts'
import type { Vault } from '#platform/server/vault.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret, as Standard Webhooks writes them. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

type Message = { id: string; timestamp: number; body: string }

/** The headers of a message: its id, the second it is sent at, and a signature by each secret. */
export const headersOf = (message: Message, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signatureBy(secret, message)).join(' '),
})

function signatureBy(secret: string, { id, timestamp, body }: Message): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

type Owned = Pick<WebhookRow, 'practice_id' | 'id'>

/** What a webhook's secrets are sealed for. */
const sealedFor = ({ practice_id, id }: Owned) => ({ practiceId: practice_id, connector: 'webhook', field: id })

/** A secret as its columns have it. */
export function sealSecret(vault: Vault, owned: Owned, secret: string) {
  const { sealed, keyId } = vault.seal(secret, sealedFor(owned))
  return { secret: sealed, vault_key_id: keyId }
}

type Secrets = Owned & Pick<WebhookRow, 'secret' | 'vault_key_id' | 'old_secret' | 'old_vault_key_id'>

/** The secret of a webhook; undefined: no key of ours opens it. */
export const openSecret = (vault: Vault, row: Secrets): string | undefined =>
  vault.open({ sealed: row.secret, keyId: row.vault_key_id }, sealedFor(row))

/** The secret before that one; undefined: there is none, or no key of ours opens it. */
export const openOldSecret = (vault: Vault, row: Secrets): string | undefined =>
  row.old_secret && row.old_vault_key_id ? vault.open({ sealed: row.old_secret, keyId: row.old_vault_key_id }, sealedFor(row)) : undefined

/** The secrets that sign at a time, the newest first; none: no key of ours opens the newest. */
export function signingSecrets(vault: Vault, row: Secrets & Pick<WebhookRow, 'old_until'>, now: Date): string[] {
  const secret = openSecret(vault, row)
  if (secret === undefined) return []
  const old = row.old_until && row.old_until > now ? openOldSecret(vault, row) : undefined
  return old === undefined ? [secret] : [secret, old]
}
