import type { Locator, Page } from 'playwright'
import { cast, castHorse } from '#db/cast.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { codeIn } from '#testing/way-in.ts'

/* Callum Weir, who has one of everyone: a groom, a sharer, links, and a yard with a manager. */
export const OWNER = cast.clients.callumWeir.id
export const SARAH = cast.clients.sarahPenrose.id
/* Sarah Penrose’s, who has the most photos. */
export const BISCUIT = castHorse('Biscuit').id
export const MULBERRY = castHorse('Mulberry').id
export const NOGGIN = castHorse('Noggin').id
const [SHARER, MANAGER] = ['beth@screens.example', 'wendy@screens.example']

const SLUG = 'demo'
export const horsePath = (id: string) => `/my/at/${SLUG}/horses/${id}`
export const yardPath = (id: string) => `/my/at/${SLUG}/yards/${id}`
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first()

/** Asks the server as the farrier, past the screens. */
export async function farrier<T>(page: Page, path: string, data?: object, method: 'post' | 'put' = 'post'): Promise<T> {
  if (!page.url().startsWith('http')) await page.goto('/my/sign-in')
  const headers = { origin: new URL(page.url()).origin }
  const answer = data ? await page.request[method](path, { headers, data }) : await page.request.get(path, { headers })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as T
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
/** The cookies of who has signed in, as codes an hour are limited. */
const seats = new Map<string, Cookies>()
const GUEST = /-my$/

export const signedOut = (page: Page) => page.context().clearCookies({ name: GUEST })

/** Seats the browser as a person: with their cookies from before, or by what lets them in. */
export async function seatAs(page: Page, who: string, letIn: () => Promise<unknown>) {
  await signedOut(page)
  const kept = seats.get(who)
  if (kept) return page.context().addCookies(kept)
  await letIn()
  seats.set(
    who,
    (await page.context().cookies()).filter(({ name }) => GUEST.test(name)),
  )
}

/** Callum, by a link that was handed over: a proof as fresh as a code. */
export async function asOwner(page: Page, path: string, clientId: string = OWNER) {
  await seatAs(page, clientId, async () => {
    const { link } = await farrier<{ link: string }>(page, `/api/clients/${clientId}/portal/invite`, { how: 'handed' })
    await page.goto(new URL(link).pathname)
    await button(page, 'Open my horses').click()
    await page.waitForURL('**/my')
  })
  await page.goto(path)
}

type Shown = { kind: string; address: string; body: string }

/** By a code, which the test version shows in the Outbox. */
export const signInAs = (page: Page, address: string, from = '/my/sign-in') =>
  seatAs(page, address, async () => {
    await page.goto(from)
    await page.getByLabel('E-mail or mobile number').fill(address)
    await button(page, 'Send me a code').click()
    await page.getByLabel('Code').waitFor()
    await page.getByLabel('Code').fill(codeIn(await said(page, address, 'portal_code')))
    await button(page, 'Sign in').click()
    await page.waitForURL((url) => !url.pathname.includes('/code'))
  })

/** What the Outbox has for an address, once it has. */
export async function said(page: Page, of: string | ((body: string) => boolean), kind: string): Promise<string> {
  const isIt = ({ address, body }: Shown) => (typeof of === 'string' ? address === of : of(body))
  for (let tries = 100; tries > 0; tries--) {
    const found = (await farrier<Shown[]>(page, '/api/notices')).find((one) => one.kind === kind && isIt(one))
    if (found) return found.body
    await page.waitForTimeout(100)
  }
  throw new Error(`no ${kind} for ${of}`)
}

const invited = new Map<string, string>()

/** Where the invitation of a sharer leads, made once. */
export async function invitation(page: Page, to: string, name = 'Megan Lloyd'): Promise<string> {
  const old = invited.get(to)
  if (old) return old
  await farrier(page, `/api/clients/${OWNER}/portal/others`, { role: 'sharer', horseId: MULBERRY, name, to, mayAnswer: true })
  return keepInvitation(page, to)
}

async function keepInvitation(page: Page, to: string): Promise<string> {
  const link = /http\S+/.exec(await said(page, to, 'portal_other'))?.[0] ?? ''
  const path = new URL(link).pathname
  invited.set(to, path)
  return path
}

/** Says yes to every invitation that waits. */
export async function acceptAll(page: Page) {
  await page.goto('/my')
  const yes = button(page, 'Yes, let me in')
  while (await yes.isVisible()) {
    await yes.click()
    await page.waitForLoadState()
  }
}

export async function asSharer(page: Page, path: string) {
  if (!seats.has(SHARER)) {
    await invitation(page, SHARER, 'Beth')
    await signInAs(page, SHARER)
    await acceptAll(page)
  }
  await signInAs(page, SHARER)
  await page.goto(path)
}

const yards: { empty?: string; much?: string } = {}

/** A yard where nothing is booked, and one with the visit of sixty horses. */
export async function otherYards(page: Page): Promise<{ empty: string; much: string }> {
  const add = async (path: string, data: object) => (await farrier<{ id: string }>(page, path, data)).id
  yards.empty ??= await add('/api/yards', { name: 'Gorsty Bank Livery and Retirement Home for Horses' })
  if (!yards.much) {
    const yardId = await add('/api/yards', { name: 'Marches Polo' })
    const clientId = await add('/api/clients', { name: 'Marches Polo Club' })
    const horses: { horseId: string }[] = []
    for (let n = 1; n <= 60; n++)
      horses.push({
        horseId: await add('/api/horses', {
          name: n === 7 ? 'Sir Archibald Fotheringay of the Welsh Marches' : `Polo ${n}`,
          clientId,
          yardId,
        }),
      })
    const day = addDays(dayOf(currentTime(), 'Europe/London'), 3)
    const when = { startTime: `${day}T09:00:00Z`, endTime: `${day}T15:00:00Z` }
    await add('/api/appointments', { title: '', clientId, yardId, horses, ...when })
    yards.much = yardId
  }
  return { empty: yards.empty, much: yards.much }
}

export async function asManager(page: Page, path: string) {
  if (!seats.has(MANAGER)) {
    const { empty, much } = await otherYards(page)
    for (const id of [cast.yards.courtHouse.id, empty, much])
      await farrier(page, `/api/yards/${id}/portal/invite`, { toName: 'Wendy', to: MANAGER })
    await signInAs(page, MANAGER)
    await acceptAll(page)
  }
  await signInAs(page, MANAGER)
  await page.goto(path)
}

export async function chooseShare(page: Page, clientId = OWNER, horseId = NOGGIN) {
  await asOwner(page, `${horsePath(horseId)}/share`, clientId)
  await page.getByLabel('Who it’s for').fill('Bevan Bloodstock')
  await page.getByLabel('What it’s for').selectOption('A sale')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await button(page, 'See what they’ll see').click()
  await button(page, 'Make the link').waitFor()
}

/** Makes a link; where it leads. */
export async function makeShare(page: Page, clientId = OWNER, horseId = NOGGIN): Promise<string> {
  await chooseShare(page, clientId, horseId)
  await button(page, 'Make the link').click()
  return new URL((await page.getByText(/\/share\/[\w-]{43}$/).textContent()) ?? '').pathname
}
