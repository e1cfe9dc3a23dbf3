import { type Day, dayAndYear, shortDay } from '#lib/dates.ts'

type Horse = { clientId: string; payerClientId: string | null }
/** The part of a client that concerns their debts. */
export type Payer = { id: string; name: string; oldestDueOn?: Day | null }

/** The payers of a visit: its client and the owners of its horses, or those who pay for them; each once, its client first. */
export function payersOf(
  clientId: string | null,
  horses: readonly Horse[],
  payerOf: (clientId: string) => string | null | undefined,
): string[] {
  const clients = [...(clientId ? [clientId] : []), ...horses.map((horse) => horse.clientId)]
  const others = horses.flatMap(({ payerClientId }) => payerClientId ?? [])
  return [...new Set([...clients, ...clients.flatMap((id) => payerOf(id) ?? []), ...others])]
}

/** Whether any payment of theirs was due before `today`. */
export const isOverdue = ({ oldestDueOn }: Pick<Payer, 'oldestDueOn'>, today: Day): boolean =>
  oldestDueOn !== null && oldestDueOn !== undefined && oldestDueOn < today

/** `Sarah Penrose has not paid what was due on Tue 3 Nov.` */
export function overdueInWords(overdue: readonly Payer[], today: Day): string {
  const year = today.slice(0, 4)
  const since = (day: Day) => (day.startsWith(year) ? shortDay(day) : dayAndYear(day))
  return overdue.map(({ name, oldestDueOn }) => `${name} has unpaid invoices, due since ${since(oldestDueOn ?? today)}.`).join(' ')
}
