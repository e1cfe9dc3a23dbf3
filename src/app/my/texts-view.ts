import type { Client, SmsPreferences } from '#features/records/clients/contract.ts'
import type { Day } from '#lib/dates.ts'

/** What a client wants to hear from a practice, as it is or as it was just typed. */
export type TextWishes = Pick<Client, 'preferredChannel'> & Omit<SmsPreferences, 'id' | 'clientId'>

/** Texts and e-mails of one practice. */
export type TextsView = {
  page: 'texts'
  slug: string
  practiceName: string
  clientId: string
  /** Where a person is there for several clients of a practice, whose texts these are. */
  clientName: string | null
  /** Where they go. */
  phone: string | null
  email: string | null
  /** Nothing is sent since that day, because they sent STOP; null: they have not. */
  stoppedOn: Day | null
  wishes: TextWishes
  isSaved: boolean
  fault?: string | undefined
  /** The key by which this phone is notified, and whether it is; null: it can't be. */
  pushKey: string | null
  isTold: boolean
}
