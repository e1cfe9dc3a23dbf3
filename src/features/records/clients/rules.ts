import type { Role } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'

/** Spec §5: an e-mail must be of e-mail format; empty is none. */
export const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** How a client likes to hear of their visits. */
export const CHANNELS = [
  { value: 'sms', label: 'Text' },
  { value: 'email', label: 'E-mail' },
  { value: 'none', label: 'Neither' },
] as const

/** Spec §5 Reminder timing options, in hours before the visit. */
export const REMINDER_HOURS = [2, 4, 12, 24, 48, 72] as const
/** Spec §9: what holds until something else is chosen. */
export const RECOMMENDED_REMINDER_HOURS = 48
/** A farther stop is hours away: a text about it would tell nobody when to catch a horse. */
export const MOST_STOPS_BEFORE = 5

/** What a client wants to be texted until they or the farrier say otherwise. */
export const DEFAULT_SMS_PREFERENCES = {
  enableReminders: true,
  reminderHours: RECOMMENDED_REMINDER_HOURS,
  enableUpdates: true,
  enableConfirmations: true,
  nextStopsBefore: 1,
} as const

type Named = { name: string; isBusiness: boolean; businessName: string | null }

/** Who signs with one is greeted by all of the name: nobody is "Hi Mrs". */
const FORM_OF_ADDRESS = /^(mr|mrs|ms|miss|mx|dr|prof|rev|sir|dame|lord|lady)\.?$/i

/**
 * The first name a client is greeted by, also where they trade under another; empty for a business that names no person, which is greeted by
 * none.
 */
export function greetingNameOf({ name, isBusiness, businessName }: Named): string {
  const whole = name.trim()
  const trades = businessName?.trim().toLowerCase() || whole.toLowerCase()
  if (isBusiness && trades === whole.toLowerCase()) return ''
  const [first = ''] = whole.split(/\s+/)
  return FORM_OF_ADDRESS.test(first) ? whole : first
}

/** How a client is called: by their first name, a business by its own. */
export const firstNameOf = (client: Named): string => greetingNameOf(client) || client.name

/** Shorter figures are an extension, or the number of a house. */
const FEWEST_FIGURES = 6

/**
 * The number of a client, to dial and to text: as the server reads it; until it has, the figures as typed, where they may be one. Null: words
 * stand there, or nothing.
 */
export function phoneOf({ phone, phoneE164 }: { phone: string | null; phoneE164: string | null }): string | null {
  const figures = phone?.replace(/[^\d+]/g, '') ?? ''
  return phoneE164 ?? (figures.length < FEWEST_FIGURES ? null : figures)
}

/** Clients, yards and horses are changed by whoever answers for them; an apprentice reads them and records work. */
export const mayChangeRecords = (role: Role | undefined): boolean => may(role, 'changeRecords')
