import type { Role } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'

/** Spec §5: an e-mail must be of e-mail format; empty is none. */
export const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** How a client prefers to be notified of their visits. */
export const CHANNELS = [
  { value: 'sms', label: 'Text' },
  { value: 'email', label: 'E-mail' },
  { value: 'none', label: 'Neither' },
] as const

/** Spec §5 Reminder timing options, in hours before the visit. */
export const REMINDER_HOURS = [2, 4, 12, 24, 48, 72] as const
/** Spec §9: the default. */
export const RECOMMENDED_REMINDER_HOURS = 48
/** A stop further away is hours off: a text about it would not show when to catch a horse. */
export const MOST_STOPS_BEFORE = 5

/** A client's text preferences until they or the farrier change them. */
export const DEFAULT_SMS_PREFERENCES = {
  enableReminders: true,
  reminderHours: RECOMMENDED_REMINDER_HOURS,
  enableUpdates: true,
  enableConfirmations: true,
  nextStopsBefore: 1,
} as const

type Named = { name: string; isBusiness: boolean; businessName: string | null }

/** A name that begins with one is greeted in full, so no one reads "Hi Mrs". */
const FORM_OF_ADDRESS = /^(mr|mrs|ms|miss|mx|dr|prof|rev|sir|dame|lord|lady)\.?$/i

/**
 * The first name in a client's greeting, even where they trade under another name; empty for a business that names no person, which is
 * greeted without a name.
 */
export function greetingNameOf({ name, isBusiness, businessName }: Named): string {
  const whole = name.trim()
  const trades = businessName?.trim().toLowerCase() || whole.toLowerCase()
  if (isBusiness && trades === whole.toLowerCase()) return ''
  const [first = ''] = whole.split(/\s+/)
  return FORM_OF_ADDRESS.test(first) ? whole : first
}

/** A client's short name: their first name; for a business, its own name. */
export const firstNameOf = (client: Named): string => greetingNameOf(client) || client.name

/** Fewer digits are an extension or a house number. */
const FEWEST_FIGURES = 6

/**
 * A client's number, to dial and to text: as parsed by the server; until then the digits as typed, if they can be a number. Null: the field
 * holds words, or nothing.
 */
export function phoneOf({ phone, phoneE164 }: { phone: string | null; phoneE164: string | null }): string | null {
  const figures = phone?.replace(/[^\d+]/g, '') ?? ''
  return phoneE164 ?? (figures.length < FEWEST_FIGURES ? null : figures)
}

/** Whether this role may change clients, yards and horses; an apprentice reads them and records work. */
export const mayChangeRecords = (role: Role | undefined): boolean => may(role, 'changeRecords')

/** `Kingsland HR6 0VK`: the village and the postcode show a farrier where it is; the rest is in the details. */
export const placeOf = ({ address, postcode }: { address: string | null; postcode: string | null }): string =>
  [address?.split(/[,\n]/).at(-1)?.trim(), postcode].filter(Boolean).join(' ')
