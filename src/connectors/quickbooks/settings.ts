import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { query } from '#connectors/quickbooks/api.ts'

/* What the company has set up, read once for each way to it. */

/** A code of VAT: `rateId` is the rate that the sum of it is written under. */
type Vat = { codeId: string; rateId: string; rateBp: number }
type Settings = { itemId: string; vats: readonly Vat[] }
const settings = new WeakMap<Wire['fetch'], Promise<Settings>>()

export function settingsOf(wire: Wire): Promise<Settings> {
  const known = settings.get(wire.fetch) ?? read(wire)
  settings.set(wire.fetch, known)
  known.catch(() => settings.delete(wire.fetch))
  return known
}

async function read(wire: Wire): Promise<Settings> {
  await requireOwnNumbers(wire)
  return { itemId: await itemOf(wire), vats: await vatsOf(wire) }
}

/** Without it QuickBooks counts its own numbers, and ours would come twice. */
export async function requireOwnNumbers(wire: Wire): Promise<void> {
  const [preferences] = await query(wire, 'Preferences')
  if (preferences?.SalesFormsPrefs?.CustomTxnNumbers) return
  const sentence =
    'In QuickBooks, under Account and settings, Sales, switch on Custom transaction numbers. Then your invoices keep their numbers.'
  throw new Refusal('refused', { sentence })
}

/** What lines stand under: its service called Services, else its first one. */
async function itemOf(wire: Wire): Promise<string> {
  const items = await query(wire, 'Item', "Type = 'Service'")
  const item = items.find(({ Name }) => Name === 'Services') ?? items[0]
  if (!item)
    throw new Refusal('refused', {
      sentence: 'QuickBooks has no service to put lines under. Add one to its products and services, then try again.',
    })
  return item.Id
}

/** The codes that QuickBooks gives a British business, before others of the same rate: of 0% there are several. */
const BRITISH = ['20.0% S', '5.0% R', '0.0% Z']

async function vatsOf(wire: Wire): Promise<Vat[]> {
  const rates = new Map((await query(wire, 'TaxRate')).map(({ Id, RateValue }) => [Id, RateValue]))
  const codes = await query(wire, 'TaxCode', 'Active = true')
  const usualFirst = codes.toSorted((a, b) => Number(BRITISH.includes(b.Name)) - Number(BRITISH.includes(a.Name)))
  return usualFirst.flatMap(({ Id: codeId, SalesTaxRateList }) => {
    const [only, ...more] = SalesTaxRateList?.TaxRateDetail ?? []
    const rate = only && rates.get(only.TaxRateRef.value)
    return only && more.length === 0 && typeof rate === 'number'
      ? [{ codeId, rateId: only.TaxRateRef.value, rateBp: Math.round(rate * 100) }]
      : []
  })
}

/** The code of a rate. */
export async function vatOf(wire: Wire, rateBp: number): Promise<Vat> {
  const vat = (await settingsOf(wire)).vats.find((each) => each.rateBp === rateBp)
  if (vat) return vat
  throw new Refusal('refused', { sentence: `QuickBooks has no rate of VAT of ${rateBp / 100}%. Add it under Taxes there, then try again.` })
}
