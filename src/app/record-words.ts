import { practiceWords } from '#features/core/practice/web/record-words.ts'
import { gapWords } from '#features/day/gaps/web/record-words.ts'
import { roundWords } from '#features/day/round/web/record-words.ts'
import { weatherWords } from '#features/day/weather/web/record-words.ts'
import { fileWords } from '#features/evidence/files/web/record-words.ts'
import { radiographWords } from '#features/evidence/radiographs/web/record-words.ts'
import { voiceWords } from '#features/evidence/voice/web/record-words.ts'
import { invoiceWords } from '#features/ledger/invoices/web/record-words.ts'
import { paymentWords } from '#features/ledger/payments/web/record-words.ts'
import { bookWords } from '#features/office/books/web/record-words.ts'
import { postWords } from '#features/office/posts/web/record-words.ts'
import { rightsWords } from '#features/office/rights/web/record-words.ts'
import { clientWords } from '#features/records/clients/web/record-words.ts'
import { guestWords } from '#features/records/guests/web/record-words.ts'
import { horseWords } from '#features/records/horses/web/record-words.ts'
import { kindWords } from '#features/records/kinds/web/record-words.ts'
import { photoConsentWords } from '#features/records/photo-consents/web/record-words.ts'
import { priceWords } from '#features/records/prices/web/record-words.ts'
import { termsWords } from '#features/records/terms/web/record-words.ts'
import { yardWords } from '#features/records/yards/web/record-words.ts'
import { messageWords } from '#features/talk/messaging/web/record-words.ts'
import { answerWords } from '#features/visits/answers/web/record-words.ts'
import { appointmentWords } from '#features/visits/appointments/web/record-words.ts'
import { calendarWords } from '#features/visits/calendars/web/record-words.ts'
import { careWords } from '#features/visits/care/web/record-words.ts'
import { taskWords } from '#features/visits/tasks/web/record-words.ts'
import { workWords } from '#features/visits/work/web/record-words.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { RecordWords } from '#platform/web/record-words.ts'

/** The names people use for what devices keep, as each feature declares them. */
export const RECORD_WORDS: Readonly<Record<SyncedName, RecordWords>> = {
  ...practiceWords,
  ...clientWords,
  ...yardWords,
  ...horseWords,
  ...photoConsentWords,
  ...postWords,
  ...guestWords,
  ...kindWords,
  ...priceWords,
  ...termsWords,
  ...rightsWords,
  ...appointmentWords,
  ...answerWords,
  ...calendarWords,
  ...roundWords,
  ...weatherWords,
  ...workWords,
  ...taskWords,
  ...careWords,
  ...messageWords,
  ...bookWords,
  ...fileWords,
  ...radiographWords,
  ...voiceWords,
  ...gapWords,
  ...invoiceWords,
  ...paymentWords,
}
