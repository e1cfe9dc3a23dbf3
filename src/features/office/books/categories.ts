/** Categories of expense as on HMRC's self-employment pages: the fifteen boxes of expenses, in their order. */
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
  /** Examples of what a farrier enters there. */
  hint: string
  /** The field of HMRC's cumulative summary of a self-employment (Making Tax Digital for Income Tax, Self-Employment Business API). */
  field: string
  /** HMRC allows none of it against profit: it is reported separately. */
  isDisallowed?: true
}

/** The name of each category, and its box. */
export const CATEGORIES: Readonly<Record<ExpenseCategory, Words>> = {
  'cost-of-goods': { label: 'Shoes and materials', hint: 'Shoes, nails, pads, gas, coke', field: 'costOfGoods' },
  subcontractors: {
    label: 'Other farriers',
    hint: "A relief farrier or a striker who isn't your employee",
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
  'bad-debts': { label: 'Bad debts', hint: "Invoices you've given up on; only on the accruals basis", field: 'irrecoverableDebts' },
  professional: { label: 'Fees and insurance', hint: 'Accountant, solicitor, public liability, registration', field: 'professionalFees' },
  depreciation: { label: 'Depreciation', hint: 'What the van and tools lost in value', field: 'depreciation', isDisallowed: true },
  other: { label: 'Anything else', hint: 'Training, work clothes, small tools, subscriptions', field: 'otherExpenses' },
}

/** How an expense was paid. */
export const METHODS = { card: 'Card', 'bank-transfer': 'Bank transfer', cash: 'Cash' } as const
export type Method = keyof typeof METHODS
