import { noticeTables } from '#features/core/notices/server/entities.ts'
import { memberEntity, practiceAct, settingsEntity } from '#features/core/practice/server/entities.ts'
import { offerEntity } from '#features/day/gaps/server/entities.ts'
import { roundEntity } from '#features/day/round/server/entities.ts'
import { attachmentEntity, fileTables } from '#features/evidence/files/server/entities.ts'
import { voiceEntity } from '#features/evidence/voice/server/entities.ts'
import { chargeEntity, invoiceEntity, invoiceTables } from '#features/ledger/invoices/server/entities.ts'
import { allocationEntity, paymentEntity, paymentTables } from '#features/ledger/payments/server/entities.ts'
import { expenseEntity, tripEntity } from '#features/office/books/server/entities.ts'
import { erasureTables } from '#features/office/erasure/server/entities.ts'
import { exportTables } from '#features/office/exports/server/entities.ts'
import { importTables } from '#features/office/imports/server/entities.ts'
import { rightsEntity } from '#features/office/rights/server/entities.ts'
import { clientEntity, clientTables, preferencesEntity } from '#features/records/clients/server/entities.ts'
import { horseEntity, horseTables } from '#features/records/horses/server/entities.ts'
import { kindEntity } from '#features/records/kinds/server/entities.ts'
import { moneySettingsEntity, priceItemEntity, priceOverrideEntity } from '#features/records/prices/server/entities.ts'
import { acceptanceEntity, termsTables } from '#features/records/terms/server/entities.ts'
import { yardEntity } from '#features/records/yards/server/entities.ts'
import { messageEntity, threadEntity } from '#features/talk/messaging/server/entities.ts'
import { answerEntity } from '#features/visits/answers/server/entities.ts'
import { appointmentEntity, dayAct, timeOffEntity, visitHorseEntity } from '#features/visits/appointments/server/entities.ts'
import { taskEntity } from '#features/visits/tasks/server/entities.ts'
import { templateEntity, workEntity } from '#features/visits/work/server/entities.ts'
import { declareAll } from '#platform/server/entity.ts'
import { OWN_TABLES } from '#platform/server/own-tables.ts'

/** Tells the process of every record that devices keep, every other table, and every act that is of neither. Call before anything is read or written. */
export const declareEntities = (): void =>
  declareAll({
    synced: {
      members: memberEntity,
      settings: settingsEntity,
      clients: clientEntity,
      sms_preferences: preferencesEntity,
      yards: yardEntity,
      horses: horseEntity,
      appointments: appointmentEntity,
      visit_horses: visitHorseEntity,
      rounds: roundEntity,
      time_off: timeOffEntity,
      work_entries: workEntity,
      threads: threadEntity,
      messages: messageEntity,
      attachments: attachmentEntity,
      voice_notes: voiceEntity,
      price_items: priceItemEntity,
      price_overrides: priceOverrideEntity,
      service_types: kindEntity,
      work_templates: templateEntity,
      tasks: taskEntity,
      visit_answers: answerEntity,
      slot_offers: offerEntity,
      rights_requests: rightsEntity,
      terms_acceptances: acceptanceEntity,
      money_settings: moneySettingsEntity,
      invoices: invoiceEntity,
      charges: chargeEntity,
      payments: paymentEntity,
      allocations: allocationEntity,
      expenses: expenseEntity,
      trips: tripEntity,
    },
    tables: {
      ...OWN_TABLES,
      ...noticeTables,
      ...clientTables,
      ...horseTables,
      ...termsTables,
      ...fileTables,
      ...invoiceTables,
      ...paymentTables,
      ...importTables,
      ...exportTables,
      ...erasureTables,
    },
    acts: { practices: practiceAct, days: dayAct },
  })
