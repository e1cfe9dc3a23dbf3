import { pounds } from '#lib/money.ts'

/** A payer's open money: what they owe on invoices, how many lines are still to be invoiced, and how much of their money is unallocated. */
export type OpenMoney = { owedPence: number; toInvoice: number; onAccountPence: number }

/** Whether any money is open. */
export const hasOpenMoney = ({ owedPence, toInvoice, onAccountPence }: OpenMoney): boolean =>
  owedPence > 0 || toInvoice > 0 || onAccountPence > 0

/** `Ann Lee owes £85, has 2 lines to be invoiced and has £20 on account.` */
export function openMoneyWords(name: string, { owedPence, toInvoice, onAccountPence }: OpenMoney): string {
  const parts = [
    ...(owedPence > 0 ? [`owes ${pounds(owedPence)}`] : []),
    ...(toInvoice > 0 ? [`has ${toInvoice} ${toInvoice === 1 ? 'line' : 'lines'} to be invoiced`] : []),
    ...(onAccountPence > 0 ? [`has ${pounds(onAccountPence)} on account`] : []),
  ]
  return `${name} ${parts.slice(0, -1).join(', ')}${parts.length > 1 ? ' and ' : ''}${parts.at(-1) ?? 'owes nothing'}.`
}
