import { wordingFor, wordsOf } from '#features/core/notices/rules.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Settings } from '#features/core/practice/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { greetingNameOf, phoneOf } from '#features/records/clients/rules.ts'
import { JOIN_PATH } from '#features/records/guests/rules.ts'
import { shortPath } from '#lib/short-links.ts'

/** As long as the token of a real link. */
const TOKEN = 'bK3vQ9tYw2Lm'

/** How a client is invited: by the channel they prefer, where they have such an address; null: they can't be. */
export function inviteWay({ isActive, stoppedAt, preferredChannel, email, ...client }: Client): 'sms' | 'email' | null {
  if (!isActive || stoppedAt || preferredChannel === 'none') return null
  if (email && (preferredChannel === 'email' || !phoneOf(client))) return 'email'
  return phoneOf(client) ? 'sms' : null
}

/** The text that a client gets, with a link as theirs will be. */
export const inviteText = (client: Client, settings: Settings, { practice }: Pick<CurrentUser, 'practice'>): string =>
  wordsOf('portal', {
    recipient: client.name,
    firstName: greetingNameOf(client),
    practiceName: practice.name,
    zone: practice.zone,
    ...wordingFor('portal', settings),
    fields: { link: window.location.origin + shortPath(JOIN_PATH + TOKEN) },
  }).body
