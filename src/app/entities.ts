import { apiKeyTables } from '#features/core/api-keys/server/entities.ts'
import { letterheadTables } from '#features/core/letterhead/server/entities.ts'
import { noticeTables } from '#features/core/notices/server/entities.ts'
import { practiceAct, practiceEntities } from '#features/core/practice/server/entities.ts'
import { gapEntities } from '#features/day/gaps/server/entities.ts'
import { loneTables } from '#features/day/lone/server/entities.ts'
import { roundEntities } from '#features/day/round/server/entities.ts'
import { weatherEntities } from '#features/day/weather/server/entities.ts'
import { fileEntities, fileTables } from '#features/evidence/files/server/entities.ts'
import { radiographEntities } from '#features/evidence/radiographs/server/entities.ts'
import { voiceEntities } from '#features/evidence/voice/server/entities.ts'
import { invoiceEntities, invoiceTables } from '#features/ledger/invoices/server/entities.ts'
import { paymentEntities, paymentTables } from '#features/ledger/payments/server/entities.ts'
import { bookEntities } from '#features/office/books/server/entities.ts'
import { erasureTables } from '#features/office/erasure/server/entities.ts'
import { exportTables } from '#features/office/exports/server/entities.ts'
import { importTables } from '#features/office/imports/server/entities.ts'
import { integrationTables } from '#features/office/integrations/server/entities.ts'
import { postEntities } from '#features/office/posts/server/entities.ts'
import { rightsEntities } from '#features/office/rights/server/entities.ts'
import { webhookTables } from '#features/office/webhooks/server/entities.ts'
import { clientEntities, clientTables } from '#features/records/clients/server/entities.ts'
import { guestEntities, guestTables } from '#features/records/guests/server/entities.ts'
import { horseEntities, horseTables } from '#features/records/horses/server/entities.ts'
import { kindEntities } from '#features/records/kinds/server/entities.ts'
import { photoConsentEntities } from '#features/records/photo-consents/server/entities.ts'
import { priceEntities } from '#features/records/prices/server/entities.ts'
import { termsEntities, termsTables } from '#features/records/terms/server/entities.ts'
import { yardEntities } from '#features/records/yards/server/entities.ts'
import { messageEntities } from '#features/talk/messaging/server/entities.ts'
import { answerEntities } from '#features/visits/answers/server/entities.ts'
import { appointmentEntities, dayAct } from '#features/visits/appointments/server/entities.ts'
import { calendarEntities, calendarTables } from '#features/visits/calendars/server/entities.ts'
import { careEntities } from '#features/visits/care/server/entities.ts'
import { taskEntities } from '#features/visits/tasks/server/entities.ts'
import { workEntities } from '#features/visits/work/server/entities.ts'
import { declareAll } from '#platform/server/entity.ts'
import { OWN_TABLES } from '#platform/server/own-tables.ts'

/**
 * Registers in the process every record that devices keep, every other table, and every action that belongs to neither. Call before
 * anything is read or written.
 */
export const declareEntities = (): void =>
  declareAll({
    synced: {
      ...practiceEntities,
      ...clientEntities,
      ...yardEntities,
      ...horseEntities,
      ...photoConsentEntities,
      ...guestEntities,
      ...kindEntities,
      ...priceEntities,
      ...termsEntities,
      ...rightsEntities,
      ...appointmentEntities,
      ...answerEntities,
      ...calendarEntities,
      ...roundEntities,
      ...weatherEntities,
      ...workEntities,
      ...taskEntities,
      ...messageEntities,
      ...bookEntities,
      ...fileEntities,
      ...postEntities,
      ...radiographEntities,
      ...voiceEntities,
      ...careEntities,
      ...gapEntities,
      ...invoiceEntities,
      ...paymentEntities,
    },
    tables: {
      ...apiKeyTables,
      ...letterheadTables,
      ...calendarTables,
      ...OWN_TABLES,
      ...noticeTables,
      ...loneTables,
      ...clientTables,
      ...horseTables,
      ...guestTables,
      ...termsTables,
      ...fileTables,
      ...invoiceTables,
      ...paymentTables,
      ...webhookTables,
      ...importTables,
      ...integrationTables,
      ...exportTables,
      ...erasureTables,
    },
    acts: { practices: practiceAct, days: dayAct },
  })
