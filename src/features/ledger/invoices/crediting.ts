import type { InvoiceLine } from '#features/ledger/invoices/contract.ts'
import { type Sums, totalsOf } from '#features/ledger/invoices/rules.ts'
import type { Day } from '#lib/dates.ts'

type Wanted = { amountPence?: number | undefined; chargeIds?: readonly string[] | undefined; reason: string }

/**
 * The lines of a credit note: those named, or an amount with its share of the VAT, or all that is left. `credited` are the lines of the
 * invoice's credit notes until now. Undefined when it is more than is left: the credits together never exceed the invoice, nor credit a
 * line twice.
 */
export function creditLines(
  lines: readonly InvoiceLine[],
  credited: readonly InvoiceLine[],
  { amountPence, chargeIds, reason }: Wanted,
  today: Day,
): InvoiceLine[] | undefined {
  const left = minus(totalsOf(lines), totalsOf(credited))
  const given = chargeIds
    ? linesNamed(lines, credited, chargeIds)
    : amountPence === undefined && credited.length === 0
      ? [...lines]
      : linesOfAmount(leftByRate(lines, credited), { pence: amountPence ?? left.grossPence, reason, today })
  const sums = given && totalsOf(given)
  if (!sums || sums.grossPence <= 0) return undefined
  const rest = minus(left, sums)
  return Math.min(rest.netPence, rest.vatPence, rest.grossPence) < 0 ? undefined : given
}

const minus = (a: Sums, b: Sums): Sums => ({
  netPence: a.netPence - b.netPence,
  vatPence: a.vatPence - b.vatPence,
  grossPence: a.grossPence - b.grossPence,
})

function linesNamed(lines: readonly InvoiceLine[], credited: readonly InvoiceLine[], chargeIds: readonly string[]) {
  const given = new Set(credited.map(({ chargeId }) => chargeId))
  const wanted = new Set(chargeIds)
  const found = lines.filter(({ chargeId }) => chargeId !== null && wanted.has(chargeId) && !given.has(chargeId))
  return found.length === wanted.size ? found : undefined
}

/** The sums not credited yet, rate by rate; only positive ones. */
function leftByRate(lines: readonly InvoiceLine[], credited: readonly InvoiceLine[]): [number, Sums][] {
  const rates = [...new Set(lines.map(({ vatRateBp }) => vatRateBp))].sort((a, b) => b - a)
  const at = (some: readonly InvoiceLine[], rate: number) => totalsOf(some.filter(({ vatRateBp }) => vatRateBp === rate))
  return rates
    .map((rate): [number, Sums] => [rate, minus(at(lines, rate), at(credited, rate))])
    .filter(([, { grossPence }]) => grossPence > 0)
}

/**
 * An amount split over the rates in proportion to what is left, each with its VAT; one that takes a whole rate takes its VAT to the penny.
 */
function linesOfAmount(left: readonly [number, Sums][], { pence, reason, today }: { pence: number; reason: string; today: Day }) {
  let [amount, gross] = [pence, totalsOf(left.map(([, sums]) => sums)).grossPence]
  if (amount > gross) return undefined
  const lines: InvoiceLine[] = []
  for (const [vatRateBp, sums] of left) {
    const part = Math.floor((amount * sums.grossPence) / gross)
    const vatPence = part === sums.grossPence ? sums.vatPence : Math.round((part * sums.vatPence) / sums.grossPence)
    if (part > 0)
      lines.push({
        ...LINE,
        description: reason,
        chargedOn: today,
        unitPence: part,
        vatRateBp,
        netPence: part - vatPence,
        vatPence,
        grossPence: part,
      })
    amount -= part
    gross -= sums.grossPence
  }
  return lines
}

const LINE = { chargeId: null, kind: 'extra', horseName: null, ownerName: null, quantity: 1, includesVat: true } as const
