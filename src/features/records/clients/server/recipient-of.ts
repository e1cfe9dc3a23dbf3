import type { Recipient } from '#features/core/notices/rules.ts'
import { greetingNameOf } from '#features/records/clients/rules.ts'
import type { ClientRow } from '#features/records/clients/server/queries.ts'

/** A client as the recipient of a notice. */
export const recipientOf = (client: ClientRow): Recipient => ({
  clientId: client.id,
  name: client.name,
  firstName: greetingNameOf({ name: client.name, isBusiness: client.is_business, businessName: client.business_name }),
  phoneE164: client.phone_e164,
  email: client.email,
  preferredChannel: client.preferred_channel,
  stoppedAt: client.stopped_at,
  isActive: client.is_active,
})
