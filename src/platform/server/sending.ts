import type { Config } from '#platform/server/config.ts'
import type { Carrier } from '#platform/server/delivery.ts'
import { sendMail } from '#platform/server/email.ts'
import { simulated, withoutProvider } from '#platform/server/sms.ts'

/** The ways out of this server, by channel. */
export type Carriers = { sms: Carrier; email: Carrier }

/** Test version: nothing leaves. Production: what the configuration names; a channel without a provider fails and says so. */
export function openCarriers({ mode, mail }: Pick<Config, 'mode' | 'mail'>): Carriers {
  if (mode === 'test') return { sms: simulated, email: simulated }
  return { sms: withoutProvider, email: mail ? (message) => sendMail(mail, message) : withoutMailServer }
}

const withoutMailServer: Carrier = async () => ({ state: 'failed', reason: 'No mail server is set up.' })
