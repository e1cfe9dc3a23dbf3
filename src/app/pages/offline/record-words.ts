import { memberWords, settingsWords } from '#features/core/practice/web/record-words.ts'
import { offerWords } from '#features/day/gaps/web/record-words.ts'
import { roundWords } from '#features/day/round/web/record-words.ts'
import { attachmentWords } from '#features/evidence/files/web/record-words.ts'
import { voiceWords } from '#features/evidence/voice/web/record-words.ts'
import { chargeWords, invoiceWords } from '#features/ledger/invoices/web/record-words.ts'
import { allocationWords, paymentWords } from '#features/ledger/payments/web/record-words.ts'
import { expenseWords, tripWords } from '#features/office/books/web/record-words.ts'
import { rightsWords } from '#features/office/rights/web/record-words.ts'
import { clientWords, preferencesWords } from '#features/records/clients/web/record-words.ts'
import { horseWords } from '#features/records/horses/web/record-words.ts'
import { kindWords } from '#features/records/kinds/web/record-words.ts'
import { moneySettingsWords, priceItemWords, priceOverrideWords } from '#features/records/prices/web/record-words.ts'
import { acceptanceWords } from '#features/records/terms/web/record-words.ts'
import { yardWords } from '#features/records/yards/web/record-words.ts'
import { messageWords, threadWords } from '#features/talk/messaging/web/record-words.ts'
import { answerWords } from '#features/visits/answers/web/record-words.ts'
import { appointmentWords, timeOffWords, visitHorseWords } from '#features/visits/appointments/web/record-words.ts'
import { taskWords } from '#features/visits/tasks/web/record-words.ts'
import { templateWords, workWords } from '#features/visits/work/web/record-words.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { RecordWords } from '#platform/web/record-words.ts'

/** How people call what devices keep, as each feature says it. */
export const RECORD_WORDS: Readonly<Record<SyncedName, RecordWords>> = {
  members: memberWords,
  settings: settingsWords,
  clients: clientWords,
  sms_preferences: preferencesWords,
  yards: yardWords,
  horses: horseWords,
  appointments: appointmentWords,
  visit_horses: visitHorseWords,
  rounds: roundWords,
  time_off: timeOffWords,
  work_entries: workWords,
  threads: threadWords,
  messages: messageWords,
  expenses: expenseWords,
  attachments: attachmentWords,
  voice_notes: voiceWords,
  price_items: priceItemWords,
  price_overrides: priceOverrideWords,
  service_types: kindWords,
  work_templates: templateWords,
  tasks: taskWords,
  rights_requests: rightsWords,
  terms_acceptances: acceptanceWords,
  visit_answers: answerWords,
  slot_offers: offerWords,
  money_settings: moneySettingsWords,
  invoices: invoiceWords,
  charges: chargeWords,
  payments: paymentWords,
  allocations: allocationWords,
  trips: tripWords,
}
