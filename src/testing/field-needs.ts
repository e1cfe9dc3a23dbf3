import type { Act } from '#features/core/practice/rules.ts'
import type { SyncedName } from '#lib/synced.ts'

export type Need = Act | 'nothing' | 'nobody'
/** Fields of one body by what each takes. */
type Fields = Partial<Record<Need, string>>

/**
 * What each changing field of a record takes, alone. A visit is booked, and the records are somebody else's: what a member may do to their own
 * is tested apart.
 */
export const FIELDS_OF: Partial<Record<SyncedName, Fields>> = {
  settings: { runPractice: 'workingHours feet travelBufferMinutes prepLine wording base transcribesVoice sending autoReply' },
  clients: {
    changeRecords:
      'name email phone businessName address notes isActive isBusiness postcode preferredChannel tags lat lng positionSource what3words payerClientId marketingConsentHow notSameAs',
  },
  sms_preferences: { changeRecords: 'enableReminders reminderHours enableUpdates enableConfirmations nextStopsBefore' },
  yards: {
    changeRecords:
      'name address postcode lat lng positionSource what3words accessNotes gateCode hasCover hasLights contactClientId payerClientId',
  },
  horses: {
    changeRecords:
      'name clientId breed birthYear color markings temperament specialNotes flags yardId payerClientId vetName vetPhone cycleDays winterCycleDays cycleRules pauses goneOn goneReason ueln microchip passportSeenOn age ownedFrom',
  },
  appointments: {
    planDiary:
      'title clientId yardId memberId description location notes startTime endTime isCallOnly callPeriod status statusReason tariff horseId horses overdueOverride onDay sendSmsNotification dayMove',
    nothing: 'callNumber roundRank isCallComplete completedAt onMyWayAt',
  },
  visit_horses: { planDiary: 'place plannedWork', nothing: 'outcome reason completedAt reopen' },
  rounds: { nothing: 'state reason lateMinutes saidAt memberId onDay tell' },
  time_off: { planDiary: 'memberId fromDay toDay localStart localEnd kind title coverNote' },
  work_entries: { changeRecords: 'serviceType workDate description findings recommendations resetsCycle setup' },
  threads: { sendTexts: 'subject readTo closedAt' },
  attachments: { changeRecords: 'fileName description foot view takenOn shownToOwner workEntryId' },
  voice_notes: { changeRecords: 'description transcript workEntryId transcribe' },
  price_items: { setPrices: 'label unitPence vatRateBp' },
  price_overrides: { seeMoney: 'unitPence' },
  service_types: { setPrices: 'label resetsCycle isOffered' },
  work_templates: { changeRecords: 'name serviceType setup description recommendations resetsCycle' },
  // Ticking off takes nothing.
  tasks: { changeRecords: 'horseId clientId yardId title notes dueOn forWhom', nothing: 'doneAt' },
  visit_answers: { nothing: 'seenAt' },
  rights_requests: { changeRecords: 'status notes waits extendedOn extendedWhy acknowledgedOn' },
  terms_acceptances: { nobody: 'notes' },
  money_settings: { setPrices: 'invoicing vat bank fees tax' },
  invoices: { nobody: 'id payerClientId appointmentId ownerId chargeIds dueOn note' },
  charges: { seeMoney: 'description quantity unitPence vatRateBp payerClientId chargedOn place' },
  payments: { seeMoney: 'method receivedOn reference' },
  expenses: { seeMoney: 'spentOn category description supplier totalPence vatPence method' },
  trips: { seeMoney: 'onDay memberId vehicle milesTenths purpose fromPlace toPlace' },
}

/** The same for every endpoint with a body. */
export const FIELDS_SENT: Record<string, Fields> = {
  'PUT /api/auth/user': { nothing: 'firstName lastName' },
  'POST /api/invitations': { runPractice: 'firstName lastName email role' },
  'PUT /api/members/:id': { runPractice: 'role isActive' },
  'POST /api/members/:id/invite': { runPractice: 'role' },
  'POST /api/auth/practice': { nothing: 'practiceId' },
  'PUT /api/settings': FIELDS_OF.settings ?? {},
  'PUT /api/practice': { runPractice: 'name nation frcNumber workingDays firstName lastName' },
  'POST /api/notices/:id/hand-over': { nothing: 'via' },
  'PUT /api/alerts': { nothing: 'phone' },
  'POST /api/alerts/devices': { nothing: 'endpoint p256dh auth' },
  'POST /api/objects/upload': { nothing: 'id bytes sha256 mime fileType personId practiceId' },
  'POST /api/file-attachments': {
    nothing:
      'fileName description foot view takenOn shownToOwner horseId appointmentId workEntryId clientId yardId messageId expenseId id fileId fileUrl fileType fileSize uploadedBy receivedFrom',
  },
  'PUT /api/file-attachments/:id': FIELDS_OF.attachments ?? {},
  'POST /api/clients': {
    changeRecords:
      'name email phone businessName address notes isActive isBusiness postcode preferredChannel tags lat lng positionSource what3words payerClientId marketingConsentHow notSameAs id',
  },
  'PUT /api/clients/:id': FIELDS_OF.clients ?? {},
  'PUT /api/clients/:id/sms-preferences': FIELDS_OF.sms_preferences ?? {},
  'POST /api/clients/:id/merge': { changeRecords: 'otherId fields textsOf' },
  'POST /api/yards': {
    changeRecords:
      'name address postcode lat lng positionSource what3words accessNotes gateCode hasCover hasLights contactClientId payerClientId id',
  },
  'PUT /api/yards/:id': FIELDS_OF.yards ?? {},
  'POST /api/service-types': { setPrices: 'serviceType label resetsCycle' },
  'PUT /api/service-types/:id': FIELDS_OF.service_types ?? {},
  'POST /api/horses': {
    changeRecords:
      'name clientId breed birthYear color markings temperament specialNotes flags yardId payerClientId vetName vetPhone cycleDays winterCycleDays cycleRules pauses goneOn goneReason ueln microchip passportSeenOn age id',
  },
  'PUT /api/horses/:id': FIELDS_OF.horses ?? {},
  'PUT /api/voice-notes/:id': FIELDS_OF.voice_notes ?? {},
  'POST /api/price-items': { setPrices: 'serviceType label unitPence vatRateBp' },
  'PUT /api/price-items/:id': FIELDS_OF.price_items ?? {},
  'PUT /api/price-overrides': { seeMoney: 'priceItemId clientId horseId yardId unitPence' },
  'PUT /api/money/settings': FIELDS_OF.money_settings ?? {},
  'POST /api/appointments': {
    planDiary:
      'title clientId yardId memberId description location notes startTime endTime isCallOnly callNumber callPeriod roundRank status statusReason tariff horseId horses overdueOverride id onDay sendSmsNotification',
  },
  'PUT /api/appointments/:id': FIELDS_OF.appointments ?? {},
  'POST /api/appointments/:id/cancel': { planDiary: 'reason noShow sendSmsNotification' },
  'POST /api/days/move': { planDiary: 'id reason moves sendSmsNotification' },
  'POST /api/visit-horses': { planDiary: 'id appointmentId horseId place plannedWork sendSmsNotification' },
  'PUT /api/visit-horses/:id': FIELDS_OF.visit_horses ?? {},
  'POST /api/time-off': { planDiary: 'id memberId fromDay toDay localStart localEnd kind title coverNote' },
  'PUT /api/time-off/:id': FIELDS_OF.time_off ?? {},
  'PUT /api/visit-answers/:id': FIELDS_OF.visit_answers ?? {},
  'POST /api/tasks': { nothing: 'horseId clientId yardId appointmentId workEntryId title notes dueOn forWhom doneAt id' },
  'PUT /api/tasks/:id': FIELDS_OF.tasks ?? {},
  'POST /api/work-entries': {
    nothing: 'serviceType workDate description findings recommendations resetsCycle setup id horseId visitHorseId',
  },
  'PUT /api/work-entries/:id': FIELDS_OF.work_entries ?? {},
  'POST /api/charges': {
    seeMoney:
      'id workEntryId visitHorseId appointmentId horseId clientId payerClientId kind description quantity unitPence vatRateBp chargedOn place',
  },
  'PUT /api/charges/:id': FIELDS_OF.charges ?? {},
  'POST /api/invoices': { seeMoney: 'id payerClientId appointmentId ownerId chargeIds dueOn note' },
  'POST /api/invoices/of-visit': { seeMoney: 'appointmentId dueOn note' },
  'POST /api/invoices/:id/credit': { seeMoney: 'id amountPence chargeIds reason chargeAgain' },
  'POST /api/payments': { seeMoney: 'id payerClientId amountPence method receivedOn reference refundsPaymentId appointmentId invoiceId' },
  'PUT /api/payments/:id': FIELDS_OF.payments ?? {},
  'POST /api/payments/:id/refund': { seeMoney: 'id amountPence method receivedOn reference' },
  'POST /api/bank-lines': { seeMoney: 'fileName text' },
  'POST /api/bank-lines/:id/accept': { seeMoney: 'paymentId payerClientId invoiceIds' },
  'POST /api/invoices/:id/send': { seeMoney: 'channel' },
  'POST /api/work-templates': { changeRecords: 'name serviceType setup description recommendations resetsCycle id' },
  'PUT /api/work-templates/:id': FIELDS_OF.work_templates ?? {},
  'PUT /api/appointments/:id/advance-call': { nothing: 'currentCallNumber' },
  'PUT /api/rounds': FIELDS_OF.rounds ?? {},
  'POST /api/slot-offers': { sendTexts: 'memberId onDay offers' },
  'POST /api/gdpr-requests': { changeRecords: 'clientId requestType receivedVia receivedOn notes objectsTo id sendsReceipt' },
  'POST /api/gdpr-requests/send-sms': { sendTexts: 'clientIds requestType' },
  'PUT /api/gdpr-requests/:id': FIELDS_OF.rights_requests ?? {},
  'PUT /api/gdpr-requests/:id/status': { changeRecords: 'status notes' },
  'POST /api/gdpr-requests/:id/share-pack': { runPractice: 'exportId sends' },
  'POST /api/terms-acceptance': { changeRecords: 'id clientId acceptanceMethod notes acceptedAt' },
  'POST /api/terms-acceptance/send': { sendTexts: 'clientId method' },
  'POST /api/terms-versions': { runPractice: 'sections' },
  'POST /api/messages/threads': { sendTexts: 'id clientId subject isEmergency' },
  'PUT /api/messages/thread/:id': FIELDS_OF.threads ?? {},
  'POST /api/messages/thread/:id/mark-read': { sendTexts: 'readTo' },
  'POST /api/messages': { sendTexts: 'id threadId content replyToId appointmentId createdAt withFiles' },
  'POST /api/messaging/settings': { runPractice: 'workingHours autoReplySettings' },
  'POST /api/clients/:id/lost-shoe-link': { sendTexts: 'sends' },
  'POST /api/accounts/:id/statement/send': { seeMoney: 'from channel' },
  'POST /api/accounts/:id/statement/link': { seeMoney: 'from' },
  'POST /api/accounts/:id/chase': { seeMoney: 'channel' },
  'POST /api/accounts/receipt/:id': { seeMoney: 'channel' },
  'POST /api/accounts/proposals/:id/accept': { seeMoney: 'pence' },
  'POST /api/expenses': { seeMoney: 'spentOn category description totalPence id vatPence method supplier' },
  'PUT /api/expenses/:id': FIELDS_OF.expenses ?? {},
  'POST /api/trips': { seeMoney: 'onDay milesTenths purpose id memberId vehicle fromPlace toPlace' },
  'PUT /api/trips/:id': FIELDS_OF.trips ?? {},
  'POST /api/clients/:id/pack': { runPractice: 'requestId' },
  'POST /api/reports': { nothing: 'range from to clientId horseId type only format' },
  'POST /api/clients/:id/erasure': { runPractice: 'clientName evenWithOpenMoney requestId' },
  'PUT /api/retention': { runPractice: 'textsDays messagesDays answersDays exportsDays inactiveYears' },
  'POST /api/imports': { changeRecords: 'name content' },
  'POST /api/imports/:id/check': { changeRecords: 'plan' },
  'POST /api/imports/:id/start': { changeRecords: 'plan choices' },
  'POST /api/billing/choose': { runPractice: 'tier' },
  'POST /api/billing/wish': { runPractice: 'service isWanted' },
  'POST /api/voice-notes': { nothing: 'file horseId serviceType description fileType' },
}
