import type { PaymentMethod } from '#features/ledger/payments/contract.ts'

/** Spec §9 Payment methods, as they are chosen. */
export const PAYMENT_METHODS = [
  { value: 'cash', label: 'Cash' },
  { value: 'bank-transfer', label: 'Bank transfer' },
  { value: 'card', label: 'Card' },
] as const satisfies readonly { value: PaymentMethod; label: string }[]

/** `cash`, `bank transfer`, `card`: within a sentence. */
export const methodWords = (method: PaymentMethod): string => method.replace('-', ' ')
