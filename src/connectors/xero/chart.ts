import type { FarLine } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { all } from '#connectors/xero/api.ts'

/* What the organisation has in its chart, read once for each way to it. */

type Chart = { accounts: Awaited<ReturnType<typeof accountsOf>>; rates: () => Promise<Awaited<ReturnType<typeof ratesOf>>> }
const charts = new WeakMap<Wire['fetch'], Promise<Chart>>()

const accountsOf = (wire: Wire) => all(wire, 'Accounts', `Accounts?${new URLSearchParams({ where: 'Status=="ACTIVE"' })}`)
const ratesOf = (wire: Wire) => all(wire, 'TaxRates')

async function read(wire: Wire): Promise<Chart> {
  let rates: ReturnType<typeof ratesOf> | undefined
  return {
    accounts: await accountsOf(wire),
    rates: () => {
      rates ??= ratesOf(wire)
      return rates
    },
  }
}

function chartOf(wire: Wire): Promise<Chart> {
  const known = charts.get(wire.fetch) ?? read(wire)
  charts.set(wire.fetch, known)
  known.catch(() => charts.delete(wire.fetch))
  return known
}

/** Sales, in the chart that Xero gives a British business. */
const SALES = '200'

/** The account that lines go to: Sales, else the first of income. */
export async function salesAccount(wire: Wire): Promise<string> {
  const income = (await chartOf(wire)).accounts.filter(
    ({ Class, Type, Code }) => Code && (Class === 'REVENUE' || Type === 'SALES' || Type === 'REVENUE'),
  )
  const account = income.find(({ Code }) => Code === SALES) ?? income[0]
  if (!account?.Code)
    throw new Refusal('refused', { sentence: 'Xero has no account for sales. Add one to its chart of accounts, then try again.' })
  return account.Code
}

/** The account that payments go to: the first bank account, else the first that takes payments. */
export async function bankAccount(wire: Wire): Promise<string> {
  const { accounts } = await chartOf(wire)
  const account = accounts.find(({ Type }) => Type === 'BANK') ?? accounts.find(({ EnablePaymentsToAccount }) => EnablePaymentsToAccount)
  if (!account) throw new Refusal('refused', { sentence: 'Xero has no bank account to put payments in. Add one there, then try again.' })
  return account.AccountID
}

/** VAT on income in the United Kingdom, by its rate. What is exempt has no rate of its own here: it goes as zero-rated. */
const BRITISH: Readonly<Record<number, string>> = { 2000: 'OUTPUT2', 500: 'RROUTPUT', 0: 'ZERORATEDOUTPUT' }

/** What Xero calls the VAT of a line; rates that are not the usual ones are looked for among those the organisation has. */
export async function taxTypeOf(wire: Wire, { vatRateBp }: FarLine, isVatRegistered: boolean): Promise<string> {
  if (!isVatRegistered) return 'NONE'
  const usual = BRITISH[vatRateBp]
  if (usual) return usual
  const rates = await (await chartOf(wire)).rates()
  const own = rates.find(
    ({ Status, CanApplyToRevenue, EffectiveRate }) =>
      Status !== 'DELETED' && Status !== 'ARCHIVED' && CanApplyToRevenue && Math.round((EffectiveRate ?? -1) * 100) === vatRateBp,
  )
  if (own) return own.TaxType
  throw new Refusal('refused', { sentence: `Xero has no rate of VAT of ${vatRateBp / 100}%. Add it to its tax rates, then try again.` })
}
