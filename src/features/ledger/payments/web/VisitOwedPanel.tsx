import { OwedHerePanel } from '#features/ledger/payments/web/OwedHerePanel.tsx'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** Which of a visit's payers owe from before; nothing when none does. */
export function VisitOwedPanel({ visit }: { visit: Pick<VisitRow, 'id' | 'clientId'> }) {
  const lines = useRows<VisitHorse>('visit_horses', { appointmentId: visit.id })
  if (!lines) return null
  return <OwedHerePanel payerIds={[...lines.map(({ payerClientId }) => payerClientId), ...(visit.clientId ? [visit.clientId] : [])]} />
}
