import { currentMs } from '#lib/clock.ts'
import { type StripeRequest, startStripe, stripeEvent } from '#testing/stripe.ts'

const SECRET = 'whsec_plans'
export const PLAN_PRICES = { essential: 'price_e', professional: 'price_p', enterprise: 'price_x' } as const

type StripeObject = Record<string, unknown>
type StripeAnswer = { status: number; body: object }

/** Stripe as far as plans go: its current subscriptions. `refuses` is its answer to every request that would change something. */
export async function planStripe() {
  const subscriptions = new Map<string, StripeObject>()
  const state: { refuses: StripeAnswer | undefined } = { refuses: undefined }
  const { asked, baseUrl, stop } = await startStripe(({ what, form }) => {
    const isChange = what.startsWith('POST')
    if (isChange && state.refuses) return state.refuses
    const page = PAGES[what]
    const known = subscriptions.get(what.split('/v1/subscriptions/')[1] ?? '')
    if (known && isChange) Object.assign(known, changed(known, form))
    const body = page ?? known
    return body && { status: 200, body }
  })
  return {
    settings: { secretKey: 'sk_test_plans', webhookSecrets: [SECRET], baseUrl },
    subscriptions,
    state,
    stop,
    /** The forms that would have changed something, oldest first. */
    changes: (): StripeRequest['form'][] => asked.filter(({ what }) => what.startsWith('POST')).map(({ form }) => form),
    /** The body of an event, and the headers that prove whose it is. */
    event: (id: string, object: StripeObject, { type = 'customer.subscription.updated', at = currentMs(), secret = SECRET } = {}) =>
      stripeEvent(secret, { id, type, data: { object } }, new Date(at)),
  }
}

const PAGES: Readonly<Record<string, object>> = {
  'POST /v1/checkout/sessions': { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.example/cs_1' },
  'POST /v1/billing_portal/sessions': { id: 'bps_1', object: 'billing_portal.session', url: 'https://portal.example/1' },
}

/** A subscription of a practice as Stripe writes it down, with `days` of its month still to come. */
export const stripeSubscription = (id: string, practiceId: string, change: StripeObject = {}, days = 30) => ({
  ...{ id, object: 'subscription', status: 'active', customer: `cus_${practiceId}`, cancel_at_period_end: false },
  ...{ cancel_at: null, ended_at: null, metadata: { practiceId } },
  items: { object: 'list', data: [{ id: 'si_1', price: { id: PLAN_PRICES.professional }, ...periodOf(days) }] },
  ...change,
})

const periodOf = (days: number) => {
  const end = Math.floor(currentMs() / 1000) + days * 86_400
  return { current_period_start: end - 30 * 86_400, current_period_end: end }
}

function changed(known: StripeObject, form: StripeRequest['form']): StripeObject {
  const price = form['items[0][price]']
  const items = structuredClone(known.items) as { data: { price: { id: string } }[] }
  if (price && items.data[0]) items.data[0].price = { id: price }
  return { items, cancel_at_period_end: (form.cancel_at_period_end ?? String(known.cancel_at_period_end)) === 'true' }
}
