import type { BrowserContext } from 'playwright'
import { expect } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { openHouse } from '#testing/e2e.ts'
import { openPractice, waiting } from '#testing/e2e-practice.ts'
import { startPost } from '#testing/post.ts'
import { checkoutPages, startStripe, stripeEvent } from '#testing/stripe.ts'
import { codeIn } from '#testing/way-in.ts'

const SECRET = 'whsec_portal'
/** Where the card provider's pages are: a page of ours lets a form lead nowhere else. */
const CHECKOUT = 'checkout.stripe.com'

export type PortalHouse = Awaited<ReturnType<typeof openPortalHouse>>

/** The product as it runs for real, on this machine: mails, texts and cards go to servers that keep what they are sent. */
export async function openPortalHouse() {
  const post = await startPost()
  const pages = checkoutPages(CHECKOUT)
  const stripe = await startStripe(pages.answer)
  const cards = { secretKey: 'sk_test_1', webhookSecrets: [SECRET], baseUrl: stripe.baseUrl }
  const house = await openHouse('portal', { mode: 'production', mail: post.mail, twilio: post.twilio, stripe: cards })
  /** The newest message to an address that says something like it, once it is there. */
  const messageTo = async (to: string, like: RegExp, after = 0) => {
    const found = () => post.taken.slice(after).findLast((one) => one.to === to && like.test(one.body))?.body
    await expect.poll(found, waiting(`a message to ${to}`)).toBeDefined()
    return found() ?? ''
  }
  /** The card is good: the provider says that its page is paid, which a person's browser does not. */
  const payPage = async (id: string) => {
    const asked = stripe.asked.findLast(({ what }) => what === 'POST /v1/checkout/sessions')
    const { account: _, ...session } = pages.pay(id, `pi_${id}`)
    const metadata = { practiceId: asked?.form['metadata[practiceId]'], invoiceId: asked?.form['metadata[invoiceId]'] }
    const object = { ...session, metadata, created: Math.floor(currentTime().getTime() / 1000) }
    const event = stripeEvent(SECRET, { id: `evt_${id}`, type: 'checkout.session.completed', account: asked?.account, data: { object } })
    const { status } = await fetch(`${house.url}/api/stripe/payments`, { method: 'POST', headers: event.headers, body: event.payload })
    expect(status).toBe(204)
    return String(session.success_url)
  }
  return {
    ...house,
    messageTo,
    /** All that was sent to an address, each with its heading and its marks. */
    allTo: (to: string) => post.taken.filter((one) => one.to === to).map(({ whole }) => whole),
    /** How many messages left so far. */
    sentSoFar: () => post.taken.length,
    /** The code in the message to an address that was sent after so many others. */
    codeTo: async (to: string, after: number) => codeIn(await messageTo(to, /\b\d{4} \d{4}\b/, after)),
    /** What the link in the mail to a new member carries. */
    tokenTo: async (to: string) => /#token=(\S+)/.exec(await messageTo(to, /#token=/))?.[1] ?? '',
    /** The provider's own page, as a browser finds it: *Pay* takes the money and leads back. */
    async takeCards(context: BrowserContext) {
      await context.route(`https://${CHECKOUT}/**`, async (route) => {
        const [, id = '', verb] = new URL(route.request().url()).pathname.split('/')
        if (verb === 'paid') return route.fulfill({ status: 303, headers: { location: await payPage(id) } })
        await route.fulfill({ contentType: 'text/html', body: `<title>Checkout</title><h1>Card</h1><a href="/${id}/paid">Pay</a>` })
      })
    },
    async close() {
      await house.close()
      await Promise.all([post.stop(), stripe.stop()])
    },
  }
}

const today = dayOf(currentTime(), 'Europe/London')

/** A practice with a client of this number and address, her horses, a visit to come, one that was, and an invoice. */
export async function makeFarrier(
  house: PortalHouse,
  name: string,
  { phone, email, horses }: { phone: string; email: string; horses: string[] },
) {
  const practice = await openPractice(house, name, house.tokenTo)
  const device = await practice.device()
  const add = async (path: string, body: object) => (await device.api.post<{ id: string }>(path, body)).id
  const clientId = await add('/api/clients', { name: 'Ffion Rees', phone, email, address: '3 Mill Lane, Clun' })
  const horseIds: string[] = []
  for (const horse of horses) horseIds.push(await add('/api/horses', { name: horse, clientId }))
  const visit = { title: '', clientId, horses: horseIds.map((horseId) => ({ horseId })) }
  const onDay = (days: number) => ({ startTime: `${addDays(today, days)}T09:00:00Z`, endTime: `${addDays(today, days)}T10:00:00Z` })
  const visitId = await add('/api/appointments', { ...visit, ...onDay(3) })
  const laterId = await add('/api/appointments', { ...visit, ...onDay(30) })
  await device.api.put('/api/money/settings', {
    bank: { accountName: 'G Farrow', sortCode: '20-00-00', accountNumber: '55779911', stripeAccount: 'acct_1' },
  })
  await add('/api/charges', { clientId, description: 'Full set new', unitPence: 9500 })
  const invoiceId = await add('/api/invoices', { payerClientId: clientId })
  return { practice, device, name, clientId, horseIds, visitId, laterId, invoiceId }
}
export type Farrier = Awaited<ReturnType<typeof makeFarrier>>
