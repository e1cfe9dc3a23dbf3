import { answerSync } from '#features/answers/server/service.ts'
import { appointmentSync, timeOffSync, visitHorseSync } from '#features/appointments/server/service.ts'
import { expenseSync, tripSync } from '#features/books/server/service.ts'
import { clientSync, preferencesSync } from '#features/clients/server/service.ts'
import { attachmentSync } from '#features/files/server/service.ts'
import { offerSync } from '#features/gaps/server/service.ts'
import { horseSync } from '#features/horses/server/service.ts'
import { chargeSync, invoiceSync } from '#features/invoices/server/service.ts'
import { kindSync } from '#features/kinds/server/service.ts'
import { messageSync, threadSync } from '#features/messaging/server/service.ts'
import { priceItemSync, priceOverrideSync } from '#features/money/server/service.ts'
import { moneySettingsSync } from '#features/money/server/settings.ts'
import { allocationSync, paymentSync } from '#features/payments/server/service.ts'
import { memberSync, settingsSync } from '#features/practice/server/service.ts'
import { rightsSync } from '#features/rights/server/service.ts'
import { roundSync } from '#features/round/server/service.ts'
import { taskSync } from '#features/tasks/server/service.ts'
import { acceptanceSync } from '#features/terms/server/service.ts'
import { voiceSync } from '#features/voice/server/service.ts'
import { workSync } from '#features/work/server/service.ts'
import { templateSync } from '#features/work/server/templates.ts'
import { yardSync } from '#features/yards/server/service.ts'
import type { App } from '#platform/server/http.ts'
import type { SyncRegistry } from '#platform/server/sync.ts'
import { syncEvents } from '#platform/server/sync-events.ts'
import { syncEndpointRoutes } from '#platform/server/sync-routes.ts'

/** Everything a device keeps, and the service functions its changes go through. */
const registry: SyncRegistry = {
  members: memberSync,
  settings: settingsSync,
  clients: clientSync,
  sms_preferences: preferencesSync,
  yards: yardSync,
  horses: horseSync,
  appointments: appointmentSync,
  visit_horses: visitHorseSync,
  rounds: roundSync,
  time_off: timeOffSync,
  work_entries: workSync,
  threads: threadSync,
  messages: messageSync,
  attachments: attachmentSync,
  voice_notes: voiceSync,
  price_items: priceItemSync,
  price_overrides: priceOverrideSync,
  service_types: kindSync,
  work_templates: templateSync,
  tasks: taskSync,
  visit_answers: answerSync,
  slot_offers: offerSync,
  rights_requests: rightsSync,
  terms_acceptances: acceptanceSync,
  money_settings: moneySettingsSync,
  invoices: invoiceSync,
  charges: chargeSync,
  payments: paymentSync,
  allocations: allocationSync,
  expenses: expenseSync,
  trips: tripSync,
}

export function syncRoutes(app: App) {
  app.decorate('synced', registry)
  syncEndpointRoutes(app, registry)
  syncEvents(app)
}
