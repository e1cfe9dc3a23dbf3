/**
 * A yard day worked out by hand, in pence; nothing here is computed by the product. Biscuit had a full set at £180 and Merlin a trim, for which
 * £30 instead of £35 were charged: Sarah pays £210 in cash. Acorn had shoes in front at £85, with pads at £12: Tom pays £97 by bank. Conker,
 * Ann's horse that the riding school pays for, had a refit at £150 less £10: the school owes £140. A box of nails was £64.20.
 */
export const SHEET = {
  invoices: [
    { number: 'INV-0001', payer: 'Sarah Penrose', totalPence: 21_000 },
    { number: 'INV-0002', payer: 'Tom Vaughan', totalPence: 9700 },
    { number: 'INV-0003', payer: 'Teme Valley Riding School', totalPence: 14_000 },
  ],
  allPence: 44_700,
  /** The amount each line adds, and the balance after it. */
  statements: {
    'Sarah Penrose': [
      [21_000, 21_000],
      [-21_000, 0],
    ],
    'Tom Vaughan': [
      [9700, 9700],
      [-9700, 0],
    ],
    'Teme Valley Riding School': [[14_000, 14_000]],
  },
  debts: { owedPence: 14_000, overduePence: 14_000, debtors: 1 },
  /** From 6 April to the end of the quarter: receipts, or invoices. */
  quarter: { cashPence: 30_700, accrualsPence: 44_700, goodsPence: 6420 },
} as const
