import type { Role } from '#features/practice/contract.ts'
import { may } from '#features/practice/rules.ts'

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

/** How a client is called in a text or on their own page: the first word of a name, unless it is a business. */
export const firstNameOf = (client: { name: string; isBusiness: boolean }): string =>
  client.isBusiness ? client.name : (client.name.trim().split(/\s+/)[0] ?? client.name)

/** Clients, yards and horses are changed by whoever answers for them; an apprentice reads them and records work. */
export const mayChangeRecords = (role: Role | undefined): boolean => may(role, 'changeRecords')
