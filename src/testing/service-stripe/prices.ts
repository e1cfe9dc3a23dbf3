import type { Service } from '#lib/plan.ts'

/** What each service is called at Stripe, and costs a month there. */
export const SERVICE_PRICES = {
  portal: 'price_portal',
  'vet-integration': 'price_vet',
  'para-professional': 'price_para',
} as const satisfies Readonly<Record<Service, string>>
export const PENCE = { price_portal: 199, price_vet: 299, price_para: 199 } as const
