// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { VISIT_POLICY } from '#features/visits/appointments/server/lines.ts'
import type { VisitVerb } from '#features/visits/appointments/server/visit-change.ts'
import { updateRow } from '#platform/server/database/rows.ts'

/** Gives a visit its place in the day's round, or its number. Every member who drives the round may. @throws conflict */
export const placeInRound: VisitVerb = (tx, actor, visit, { roundRank, callNumber, baseRev }) =>
  updateRow(tx, actor, visit, 'appointments', { round_rank: roundRank, call_number: callNumber }, { baseRev, policy: VISIT_POLICY })
