import type { Client } from '#features/records/clients/contract.ts'
import { moneyOf } from '#features/records/prices/settings.ts'
import type { MoneySettings } from '#features/records/prices/settings-contract.ts'
import { isOverdue, type Payer, payersOf } from '#features/visits/appointments/overdue.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

type Horse = { clientId: string; payerClientId: string | null }

/** The payers of a visit who have something overdue, as this device knows; none while the practice does not mind, or the rows load. */
export function useOverdue(): (clientId: string | null, horses: readonly Horse[]) => Payer[] {
  const clients = useRows<Client>('clients')
  const [decided] = useRows<MoneySettings>('money_settings') ?? []
  const today = useToday()
  const clientOf = (id: string) => clients?.find((client) => client.id === id)
  return (clientId, horses) => {
    if (!moneyOf(decided).fees.blocksBookings) return []
    return payersOf(clientId, horses, (id) => clientOf(id)?.payerClientId).flatMap((id) => {
      const payer = clientOf(id)
      return payer && isOverdue(payer, today) ? [payer] : []
    })
  }
}
