import type { z } from 'zod'
import type { Bank, Fees, Invoicing, MoneySettings, Tax, Vat } from '#features/records/prices/settings-contract.ts'
import { uuidOf } from '#lib/ids.ts'

/** Everything a practice decides about money, all decided. */
export type Money = {
  invoicing: z.output<typeof Invoicing>
  vat: z.output<typeof Vat>
  bank: z.output<typeof Bank>
  fees: z.output<typeof Fees>
  tax: z.output<typeof Tax>
}

/**
 * The default settings of a practice. Spec §4 Terms of business: payment at the time, £10 after 7 days, a further £20 after 14, a further
 * £30 after 21, 8 % over base rate, up to half of a late cancellation, 24 hours' notice. product.md, UK facts: VAT from £90,000; HMRC's
 * mileage 45p, and 25p over 10,000 miles.
 */
const DEFAULTS: Money = {
  invoicing: { per: 'visit', dueDays: 0, prefix: 'INV', address: '', phone: '', email: '', terms: '', invoicesAtCloseout: false },
  vat: { isRegistered: false, number: '', rateBp: 2000, includesVat: false, thresholdPence: 9_000_000 },
  bank: { accountName: '', sortCode: '', accountNumber: '', stripeAccount: '' },
  fees: {
    ladder: [
      { afterDays: 7, pence: 1000 },
      { afterDays: 14, pence: 2000 },
      { afterDays: 21, pence: 3000 },
    ],
    interestOverBaseBp: 800,
    chargesInterest: true,
    bankRates: [],
    compensates: true,
    lateCancelPercent: 50,
    noticeHours: 24,
    blocksBookings: true,
    chases: false,
    chaseDays: [3, 10, 17],
  },
  tax: {
    basis: 'cash',
    quarters: 'standard',
    carPence: 45,
    carAfterPence: 25,
    milesAtFirst: 10_000,
    motorcyclePence: 24,
    bicyclePence: 20,
    chargePerMilePence: 0,
  },
}

/** The settings' one id in a practice: two devices that change them for the first time make one record. */
export const moneySettingsId = (practiceId: string): string => uuidOf(practiceId, 'money_settings')

/** The effective settings: the practice's own, else the defaults. Without a row: all defaults. */
export const moneyOf = (row: Omit<MoneySettings, 'id'> | undefined): Money => ({
  invoicing: over(DEFAULTS.invoicing, row?.invoicing),
  vat: over(DEFAULTS.vat, row?.vat),
  bank: over(DEFAULTS.bank, row?.bank),
  fees: over(DEFAULTS.fees, row?.fees),
  tax: over(DEFAULTS.tax, row?.tax),
})

const over = <T extends object>(defaults: T, decided: { [K in keyof T]?: T[K] | undefined } | undefined): T => ({
  ...defaults,
  ...(Object.fromEntries(Object.entries(decided ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>),
})
