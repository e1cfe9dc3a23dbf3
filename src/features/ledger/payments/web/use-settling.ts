import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { leftOf } from '#features/ledger/invoices/rules.ts'
import type { KnownInvoice } from '#features/ledger/invoices/web/data.ts'
import type { SendWay } from '#features/ledger/payments/settle-words.ts'
import { isToInvoice, type KnownPayer, type Settle, unsentOf, type useVisitMoney } from '#features/ledger/payments/web/use-visit-money.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { phoneOf } from '#features/records/clients/rules.ts'
import { wayOf } from '#features/visits/appointments/notify-plan.ts'
import { useSession } from '#platform/web/session/session.ts'

/** One payer at the end of a visit: what they are sent, how, and whether. */
export type SettleLine = {
  payerClientId: string
  name: string
  pence: number
  /** The ways there are, the likely one first. */
  ways: readonly SendWay[]
  way: SendWay
  isOn: boolean
  /** Issued before, and not sent yet. */
  invoice: KnownInvoice | undefined
  seen: Pick<KnownPayer, 'toInvoice' | 'totals'>
}
export type Settling = ReturnType<typeof useSettling>

/** The invoices that end a visit, a line for each payer, to be changed or switched off. */
export function useSettling(money: ReturnType<typeof useVisitMoney>) {
  const maySend = may(useSession<CurrentUser>().user?.role, 'sendTexts')
  const [choices, setChoices] = useState<ReadonlyMap<string, Partial<Pick<SettleLine, 'way' | 'isOn'>>>>(new Map())
  const lines = (money?.payers ?? []).flatMap((payer): SettleLine[] => {
    const invoice = isToInvoice(payer) ? undefined : unsentOf(payer)
    const pence = invoice ? leftOf(invoice) : payer.totals.grossPence
    if (!invoice && !(isToInvoice(payer) && pence > 0)) return []
    return [
      {
        ...lineOf(payer, money?.held.clients.get(payer.payerClientId), maySend),
        pence,
        invoice,
        seen: { toInvoice: payer.toInvoice, totals: payer.totals },
        ...choices.get(payer.payerClientId),
      },
    ]
  })
  return {
    lines,
    change: (id: string, choice: Partial<Pick<SettleLine, 'way' | 'isOn'>>) =>
      setChoices((now) => new Map(now).set(id, { ...now.get(id), ...choice })),
    /** What goes when it is pressed. */
    asked: lines
      .filter(({ isOn, invoice, way }) => isOn && !(invoice && way === 'hand'))
      .map(({ payerClientId, way, seen }): Settle => ({ payerClientId, way, seen })),
  }
}

function lineOf({ payerClientId }: KnownPayer, client: Client | undefined, maySend: boolean) {
  const ways = maySend ? [...waysTo(client), 'hand' as const] : (['hand'] as const)
  return { payerClientId, name: client?.name ?? 'N/A', ways, way: ways[0] ?? 'hand', isOn: true }
}

function waysTo(client: Client | undefined): ('sms' | 'email')[] {
  const usual = client && wayOf(client)
  // A client who wants no more texts is sent nothing.
  if (!client || !usual || usual === 'stopped') return []
  const all = [phoneOf(client) && ('sms' as const), client.email && ('email' as const)].filter((way) => way === 'sms' || way === 'email')
  return typeof usual !== 'string' && usual.channel === 'email' ? all.reverse() : all
}
