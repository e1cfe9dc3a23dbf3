/** What an expense is, as HMRC's self-employment pages have it: the fifteen boxes of expenses, in their order. */
export const EXPENSE_CATEGORIES = [
  'cost-of-goods',
  'subcontractors',
  'staff',
  'travel',
  'premises',
  'maintenance',
  'admin',
  'advertising',
  'entertainment',
  'loan-interest',
  'finance',
  'bad-debts',
  'professional',
  'depreciation',
  'other',
] as const
export type ExpenseCategory = (typeof EXPENSE_CATEGORIES)[number]

type Words = {
  label: string
  /** What a farrier puts there. */
  hint: string
  /** The field of HMRC's cumulative summary of a self-employment (Making Tax Digital for Income Tax, Self-Employment Business API). */
  field: string
  /** HMRC takes none of it off the profit: it is told beside the rest. */
  isDisallowed?: true
}

/** How each category is called, and where it goes. */
export const CATEGORIES: Readonly<Record<ExpenseCategory, Words>> = {
  'cost-of-goods': { label: 'Shoes and materials', hint: 'Shoes, nails, pads, gas, coke', field: 'costOfGoods' },
  subcontractors: {
    label: 'Other farriers',
    hint: 'A relief farrier or a striker who is not your employee',
    field: 'paymentsToSubcontractors',
  },
  staff: { label: 'Wages', hint: "An apprentice's wages, employer's National Insurance, pension", field: 'wagesAndStaffCosts' },
  travel: { label: 'Van and travel', hint: 'Fuel, insurance, repairs, parking, a hotel on a course', field: 'carVanTravelExpenses' },
  premises: { label: 'Forge and premises', hint: 'Rent, rates, power, water, security', field: 'premisesRunningCosts' },
  maintenance: { label: 'Repairs of tools', hint: 'Anvil, grinder, gas forge: repairs, not new ones', field: 'maintenanceCosts' },
  admin: { label: 'Phone and office', hint: 'Phone, internet, post, stationery, software', field: 'adminCosts' },
  advertising: { label: 'Advertising', hint: 'Website, cards, sign-writing on the van', field: 'advertisingCosts' },
  entertainment: {
    label: 'Entertaining',
    hint: 'Taking clients or suppliers out',
    field: 'businessEntertainmentCosts',
    isDisallowed: true,
  },
  'loan-interest': { label: 'Interest on loans', hint: 'Of a business loan or overdraft', field: 'interestOnBankOtherLoans' },
  finance: { label: 'Bank and card charges', hint: 'Bank fees, card fees, leasing and hire purchase interest', field: 'financeCharges' },
  'bad-debts': { label: 'Bad debts', hint: 'Invoices you have given up on; only on the accruals basis', field: 'irrecoverableDebts' },
  professional: { label: 'Fees and insurance', hint: 'Accountant, solicitor, public liability, registration', field: 'professionalFees' },
  depreciation: { label: 'Depreciation', hint: 'What the van and tools lost in value', field: 'depreciation', isDisallowed: true },
  other: { label: 'Anything else', hint: 'Training, work clothes, small tools, subscriptions', field: 'otherExpenses' },
}

/** What an expense was paid with. */
export const METHODS = { card: 'Card', 'bank-transfer': 'Bank transfer', cash: 'Cash' } as const
export type Method = keyof typeof METHODS
