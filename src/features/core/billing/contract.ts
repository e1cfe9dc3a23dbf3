import { z } from 'zod'
import { Tier } from '#features/core/practice/plan-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

/** The actions available for the practice's plan on this server. The plan's status is in the practice's own record (`GET /api/auth/user`). */
export const Billing = z
  .object({
    /** Who takes the money: no one in the test version, Stripe, or the operator of this server in another way. */
    by: z.enum(['nobody', 'stripe', 'operator']),
    /** A monthly subscription exists and can be cancelled. */
    isSubscribed: z.boolean(),
    /** The provider has a page that shows the card and the bills. */
    hasPortal: z.boolean(),
    mayTry: z.boolean(),
    /** Services that the practice noted it would like before there were any. */
    wishes: z.array(z.enum(['vet-integration', 'para-professional'])),
  })
  .meta({ id: 'Billing' })
export type Billing = z.output<typeof Billing>

const Choice = z.object({ tier: Tier }).meta({ id: 'PlanChoice' })
export type PlanChoice = z.input<typeof Choice>

/** The address that the browser opens next; null: nothing more to do. */
const Onward = z.object({ url: z.string().nullable() })

export const billingEndpoints = {
  billing: endpoint({
    method: 'GET',
    path: '/api/billing',
    audience: 'member',
    summary: 'What can be done about the plan; owners only',
    response: Billing,
  }),
  startTrial: endpoint({
    method: 'POST',
    path: '/api/billing/trial',
    audience: 'member',
    summary: 'Begin the 8 weeks of Professional, once for each practice (Spec §9 Free trial); owners only',
    response: Billing,
    whileLapsed: true,
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/billing/choose',
    audience: 'member',
    summary:
      'Choose a plan: a larger one holds at once, a smaller one from the next cycle (Spec §4 Plan changes). A first one is paid at `url`; owners only',
    body: Choice,
    response: Onward,
    perMinute: 20,
    whileLapsed: true,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/billing/cancel',
    audience: 'member',
    summary: 'End the plan with what is paid; choosing it again before takes that back; owners only',
    response: Billing,
    perMinute: 20,
    whileLapsed: true,
  }),
  portal: endpoint({
    method: 'POST',
    path: '/api/billing/portal',
    audience: 'member',
    summary: 'Where the card is changed and the bills are; owners only',
    response: z.object({ url: z.string() }),
    perMinute: 20,
    whileLapsed: true,
  }),
}
