import type { Config } from '#platform/server/config.ts'
import type { Carrier } from '#platform/server/sending/delivery.ts'
import { sendMail } from '#platform/server/sending/email.ts'
import { openPush } from '#platform/server/sending/push.ts'
import { pushKeysOf } from '#platform/server/sending/push-keys.ts'
import { simulated, withoutProvider } from '#platform/server/sending/sms.ts'
import { openTwilio } from '#platform/server/sending/twilio.ts'

/** The ways out of this server, by channel. */
export type Carriers = { sms: Carrier; email: Carrier; push: Carrier }

/** The configuration that sending needs. */
export type SendingConfig = Pick<Config, 'mode' | 'mail' | 'twilio' | 'pushKeys' | 'dataFolder' | 'origin'>

/** Test version: nothing leaves. Production: the configured providers; a channel without a provider fails and reports it. */
export function openCarriers(config: SendingConfig): Carriers {
  const { mode, mail, twilio, origin } = config
  if (mode === 'test') return { sms: simulated, email: simulated, push: simulated }
  return {
    sms: twilio ? openTwilio({ ...twilio, origin }) : withoutProvider,
    email: mail ? (message) => sendMail(mail, message) : withoutMailServer,
    push: openPush({ ...pushKeysOf(config), contact: contactOf(config) }),
  }
}

/** Whom a push service may write to about our calls: an address, or where we are. */
const contactOf = ({ mail, origin }: SendingConfig) => {
  const address = mail?.from.split(/[\s<>]/).findLast((word) => word.includes('@'))
  return address ? `mailto:${address}` : origin
}

const withoutMailServer: Carrier = async () => ({ state: 'failed', reason: 'No mail server set up.' })
