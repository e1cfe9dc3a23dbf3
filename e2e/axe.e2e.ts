import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cast, castHorse } from '#db/cast.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { DESKTOP, enterDemo, go, type House, PHONE, shareHouse, untilSettled, type Visitor } from '#testing/e2e.ts'
import { expectPrimaryInSight } from '#testing/e2e-covered.ts'
import { listedScreens } from '#testing/e2e-screens.ts'
import { expectFaultless } from './faultless.ts'

const WIDTHS = [PHONE, DESKTOP]
const screens = listedScreens()
const forMembers = screens.filter(({ isPublic }) => !isPublic)
/* Their primary button comes after what it saves. */
const FORMS_AND_LISTS = /^\/(settings|cover-sheet|gap)/
const forAnyone = screens.filter(({ isPublic }) => isPublic)

/* The next step of a stop, which a phone shows on Home too. */
const NEXT_STEP = /^(On my way|Done)/
const PRIMARIES: Record<string, RegExp> = { '/': NEXT_STEP, '/round': NEXT_STEP }

/* Views that open over or next to a screen: the main dialogs, a record, the other views; and what the primary of some reads. */
const OPENED: [string, (page: Page) => Promise<unknown>, RegExp?][] = [
  ['New Appointment', (page) => openDialog(page, '/calendar', 'New Appointment', 'Schedule New Appointment'), /^Schedule$/],
  ['a stop being closed out', openCloseout, /^All \d|done|as (last time|planned)/],
  ['a conversation', openConversation],
  ['an invoice', openInvoice, /^(Send|Take payment)/],
  ['Add Client', (page) => openDialog(page, '/clients', 'Add Client', 'Add New Client')],
  ['Add Horse', (page) => openDialog(page, '/horses', 'Add Horse', 'Add New Horse')],
  ['Offline Status', (page) => openDialog(page, '/settings', 'Online', 'Offline Status')],
  ['a visit', openVisit],
  ['a client', (page) => openRecord(page, `/clients?client=${cast.clients.sarahPenrose.id}`, 'Sarah Penrose')],
  ['a horse', (page) => openRecord(page, `/horses?horse=${castHorse('Biscuit').id}`, 'Biscuit'), /^Record work/],
  ['the week', (page) => openView(page, 'Week')],
  ['the month', (page) => openView(page, 'Month')],
]

let house: House
let farriers: Visitor[]
let strangers: Visitor[]

beforeAll(async () => {
  house = shareHouse()
  farriers = await Promise.all(WIDTHS.map((width) => house.visit(width)))
  strangers = await Promise.all(WIDTHS.map((width) => house.visit(width)))
  await Promise.all(farriers.map(enterDemo))
  await atBothWidths(farriers, async (page) => {
    await page.goto('/clients')
    await page.getByText('Alison Whitcombe').first().waitFor()
  })
})

afterEach(() => {
  expect([...farriers, ...strangers].flatMap(({ problems }) => problems.splice(0))).toEqual([])
})

afterAll(() => house.close())

describe('axe finds nothing and nothing covers a control, on a phone and on a desktop, in the light and in the dark:', () => {
  test.each(forMembers)('$path', async ({ path, title }) => {
    await atBothWidths(farriers, async (page, width) => {
      await go(page, path)
      await expect.poll(() => page.title()).toBe(`${title} · Pritchel`)
      await expectFaultless(page, path, width)
      if (width === PHONE && !FORMS_AND_LISTS.test(path)) await expectPrimaryInSight(page, path, PRIMARIES[path])
    })
  })

  test.each([...forAnyone, { path: '/', title: 'Practice diary for farriers' }, { path: '/api-reference', title: 'API reference' }])(
    '$path, signed out',
    async ({ path, title }) => {
      await atBothWidths(strangers, async (page, width) => {
        await page.goto(path)
        await untilSettled(page)
        await expect.poll(() => page.title()).toBe(`${title} · Pritchel`)
        await expectFaultless(page, path, width)
      })
    },
  )

  test.each(OPENED)('%s', async (what, open, primary) => {
    await atBothWidths(farriers, async (page, width) => {
      await open(page)
      await expectFaultless(page, what, width)
      if (width === PHONE && primary) await expectPrimaryInSight(page, what, primary)
    })
  })

  test('/call-status, the page of an owner with a stop today', async () => {
    const clientId = await ownerToday(farriers[0])
    await atBothWidths(strangers, async (page, width) => {
      await page.goto(`/call-status?client=${clientId}`)
      await page.getByText('Your Stop Position').waitFor()
      await expectFaultless(page, '/call-status', width)
    })
  })

  test('/lost-shoe: the questions, missing answers and before it is sent', async () => {
    const path = await lostShoe(farriers[0])
    const told = 'foot=NF&loss=missing&injury=nail&lame=lame&wait=now&go=on'
    for (const [what, query] of Object.entries({ asked: '', missing: '?go=on', told: `?horseId=${castHorse('Biscuit').id}&${told}` })) {
      await atBothWidths(strangers, async (page, width) => {
        await page.goto(path + query)
        await expectFaultless(page, `/lost-shoe, ${what}`, width)
      })
    }
  })

  test('/visit, the card of an owner’s visit', async () => {
    const path = await cardOfAVisit(farriers[0])
    await atBothWidths(strangers, async (page, width) => {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Visit card' }).waitFor()
      await expectFaultless(page, '/visit', width)
    })
  })

  test('/invoice and /statement, what a payer reads by a link', async () => {
    for (const [path, heading] of await papers(farriers[0])) {
      await atBothWidths(strangers, async (page, width) => {
        await page.goto(path)
        await page.getByRole('heading', { name: heading }).waitFor()
        await expectFaultless(page, heading, width)
      })
    }
  })
})

/* Concurrently: most of the time is axe's, and each page is a process of its own. */
const atBothWidths = (visitors: Visitor[], look: (page: Page, width: number) => Promise<unknown>) =>
  Promise.all(visitors.map(({ page }, index) => look(page, WIDTHS[index] ?? DESKTOP)))

async function openDialog(page: Page, path: string, button: string, title: string) {
  await go(page, path)
  // What comes into the page once a dialog is open is not known to be behind it.
  await untilSettled(page)
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog', { name: title }).waitFor()
}

async function openVisit(page: Page) {
  await go(page, '/calendar')
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
}

async function openCloseout(page: Page) {
  await go(page, '/round')
  await page.getByRole('button', { name: 'Done', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('group', { name: 'Next step' }).waitFor()
}

async function openConversation(page: Page) {
  await go(page, '/messages')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await page.getByRole('textbox', { name: /^Message / }).waitFor()
}

async function openInvoice(page: Page) {
  await go(page, '/money?tab=invoices&show=open')
  await page.getByRole('region', { name: 'Invoices' }).getByRole('button', { name: /INV-/ }).first().click()
  await page.getByRole('button', { name: 'Send', exact: true }).first().waitFor()
}

async function openRecord(page: Page, path: string, name: string) {
  await go(page, path)
  await page.getByRole('heading', { name }).first().waitFor()
}

async function openView(page: Page, view: 'Week' | 'Month') {
  await go(page, `/calendar?view=${view.toLowerCase()}`)
  await page.getByRole('radio', { name: view, checked: true }).waitFor()
}

async function ownerToday(farrier: Visitor | undefined): Promise<string> {
  const today = dayOf(currentTime(), 'Europe/London')
  const visits = await farrier?.api.get<{ clientId: string | null; status: string }[]>(`/api/appointments?date=${today}`)
  const clientId = visits?.find((visit) => visit.clientId && visit.status === 'booked')?.clientId
  if (!clientId) throw new Error('the demo practice has no open stop today')
  return clientId
}

/** A link where Sarah Penrose reports a lost shoe. */
async function lostShoe(farrier: Visitor | undefined): Promise<string> {
  const path = `/api/clients/${cast.clients.sarahPenrose.id}/lost-shoe-link`
  return new URL((await farrier?.api.post<{ url: string }>(path, { sends: false }))?.url ?? '').pathname
}

/** Links to a partly paid invoice, and to its payer's statement. */
async function papers(farrier: Visitor | undefined): Promise<[string, string][]> {
  const post = async <T>(path: string, body: object) => (await farrier?.api.post<T>(path, body)) as T
  const payerClientId = cast.clients.sarahPenrose.id
  const { id } = await post<{ id: string }>('/api/charges', {
    clientId: payerClientId,
    description: 'Road studs',
    unitPence: 1200,
    quantity: 4,
  })
  const invoice = await post<{ id: string }>('/api/invoices', { payerClientId, chargeIds: [id], note: 'Thank you' })
  await post('/api/payments', { payerClientId, amountPence: 800, method: 'cash', invoiceId: invoice.id })
  const links = [
    [await post<{ url: string }>(`/api/invoices/${invoice.id}/link`, {}), 'Invoice'],
    [
      await post<{ url: string }>(`/api/accounts/${payerClientId}/statement/link`, {
        from: addDays(dayOf(currentTime(), 'Europe/London'), -60),
      }),
      'Statement',
    ],
  ] as const
  return links.map(([{ url }, heading]) => [new URL(url).pathname, heading])
}

/** A link to the card of a finished visit. */
async function cardOfAVisit(farrier: Visitor | undefined): Promise<string> {
  const today = dayOf(currentTime(), 'Europe/London')
  const span = `from=${addDays(today, -14)}&to=${today}`
  const visits = await farrier?.api.get<{ id: string; isCallComplete: boolean; horses: object[] }[]>(`/api/appointments?${span}`)
  const finished = visits?.find((visit) => visit.isCallComplete && visit.horses.length > 0)
  const links = await farrier?.api.post<{ url: string }[]>(`/api/appointments/${finished?.id}/visit-card`)
  return new URL(links?.[0]?.url ?? '').pathname
}
