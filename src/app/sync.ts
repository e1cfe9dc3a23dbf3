import { memberSync, settingsSync } from '#features/core/practice/server/service.ts'
import { offerSync } from '#features/day/gaps/server/service.ts'
import { roundSync } from '#features/day/round/server/service.ts'
import { attachmentSync } from '#features/evidence/files/server/service.ts'
import { voiceSync } from '#features/evidence/voice/server/service.ts'
import { chargeSync, invoiceSync } from '#features/ledger/invoices/server/service.ts'
import { allocationSync, paymentSync } from '#features/ledger/payments/server/service.ts'
import { expenseSync, tripSync } from '#features/office/books/server/service.ts'
import { rightsSync } from '#features/office/rights/server/service.ts'
import { clientSync, preferencesSync } from '#features/records/clients/server/service.ts'
import { horseSync } from '#features/records/horses/server/service.ts'
import { kindSync } from '#features/records/kinds/server/service.ts'
import { priceItemSync, priceOverrideSync } from '#features/records/prices/server/service.ts'
import { moneySettingsSync } from '#features/records/prices/server/settings.ts'
import { acceptanceSync } from '#features/records/terms/server/service.ts'
import { yardSync } from '#features/records/yards/server/service.ts'
import { messageSync, threadSync } from '#features/talk/messaging/server/service.ts'
import { answerSync } from '#features/visits/answers/server/service.ts'
import { appointmentSync, timeOffSync, visitHorseSync } from '#features/visits/appointments/server/service.ts'
import { taskSync } from '#features/visits/tasks/server/service.ts'
import { workSync } from '#features/visits/work/server/service.ts'
import { templateSync } from '#features/visits/work/server/templates.ts'
import type { App } from '#platform/server/http/http.ts'
import { syncEvents } from '#platform/server/sync/events.ts'
import { syncEndpointRoutes } from '#platform/server/sync/routes.ts'
import type { SyncRegistry } from '#platform/server/sync/sync.ts'

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
