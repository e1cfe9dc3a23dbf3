import { inflateSync } from 'node:zlib'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { DESKTOP, PHONE, type Visitor } from '#testing/e2e.ts'
import type { Device } from '#testing/e2e-practice.ts'
import { atLength } from '#testing/whole.ts'
import { type Farrier, makeFarrier, openPortalHouse, type PortalHouse } from './portal-house.ts'

/* A farrier, an owner, a stranger, the manager of a yard and others who may look: each is let in, shown what is theirs, and ended. */

const ENDED = 404

let house: PortalHouse
beforeAll(async () => {
  house = await openPortalHouse()
})
afterAll(() => house.close())

/** Of the runs of letters that a full sheet has. */
const MOST_OF_A_SHEET = 300

/** How many runs of letters are on the first sheet of A4 of a board whose second visit, of 64 horses, goes on to the next. */
async function runsOnFirstSheet(page: Page): Promise<number> {
  await page.evaluate(MUCH)
  const paper = await page.pdf({ format: 'A4' })
  const text = paper.toString('latin1')
  const id = /\/Type \/Page\b.*?\/Contents (\d+) 0 R/s.exec(text)?.[1]
  const found = new RegExp(`\\n${id} 0 obj\\n<<.*?>> stream\\n`, 's').exec(text)
  const start = (found?.index ?? 0) + (found?.[0].length ?? 0)
  const drawn = inflateSync(paper.subarray(start, text.indexOf('\nendstream', start))).toString('latin1')
  return drawn.match(/ T[jJ]\b/g)?.length ?? 0
}

/* A string, because this program knows no DOM. */
const MUCH = `(() => {
  const card = document.querySelector('[aria-labelledby=coming] section')
  card.after(card.cloneNode(true))
  const list = document.querySelector('[aria-labelledby=coming] section:last-of-type ul')
  for (let more = 64 - list.children.length; more > 0; more--) list.append(list.firstElementChild.cloneNode(true))
})()`

describe.each(atLength([PHONE], [PHONE, DESKTOP]))('those who may look, at %i px', (width) => {
  const [email, buyer] = [`ffion.${width}@example.com`, `huw.${width}@example.com`]
  const today = dayOf(currentTime(), 'Europe/London')
  let gwen: Farrier
  let app: Device
  let owner: Visitor
  let conker: string
  let yard: string
  const everybody: Visitor[] = []

  afterAll(() => {
    // What has ended is a page of its own status.
    const problems = [...everybody, app].flatMap((one) => one.problems).filter((problem) => !problem.includes(`status of ${ENDED}`))
    expect(problems).toEqual([])
  })

  /** A browser of their own. */
  async function somebody(): Promise<Visitor> {
    const visitor = await house.visit(width)
    everybody.push(visitor)
    return visitor
  }

  /** Signs in with the code of a mail, from the page that asks for the address. */
  async function signIn({ page }: Visitor, address: string) {
    await page.getByRole('textbox', { name: 'E-mail or mobile number' }).fill(address)
    const before = house.sentSoFar()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').fill(await house.codeTo(address, before))
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  /** Comes in by the link of an invitation that was mailed, and accepts. */
  async function join(address: string): Promise<Visitor> {
    const link = /http\S+/.exec(await house.messageTo(address, /would like you to see/))?.[0] ?? ''
    const visitor = await somebody()
    await visitor.page.goto(link)
    // The page shows nothing of a horse before they have proven who they are.
    expect(await visitor.page.getByRole('main').textContent()).not.toMatch(/Conker|Bramble/)
    await signIn(visitor, address)
    await visitor.page.getByRole('button', { name: 'Yes, let me in' }).click()
    await visitor.page.waitForURL('**/my**')
    return visitor
  }

  const opened = async ({ page }: Pick<Visitor, 'page'>, url: string) => (await page.goto(url))?.status()
  const endIn = (page: Page, name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: /^End now/ })
      .first()
      .click()

  test('the owner is in', async () => {
    gwen = await makeFarrier(house, `Farrow Farriery ${width}`, { phone: '+447700900321', email, horses: ['Conker', 'Bramble'] })
    yard = (await gwen.device.api.post<{ id: string }>('/api/yards', { name: 'Hendre Livery' })).id
    await gwen.device.api.put(`/api/appointments/${gwen.visitId}`, { yardId: yard })
    app = await gwen.practice.device({ width, path: '/yards' })
    await gwen.device.api.post(`/api/clients/${gwen.clientId}/portal/invite`, { how: 'email' })
    await house.messageTo(email, /in one place/)
    owner = await somebody()
    await owner.page.goto('/my/sign-in')
    await signIn(owner, email)
    await owner.page.getByRole('button', { name: 'Yes, show me' }).click()
    conker = (await owner.page.getByRole('link', { name: /^Conker/ }).getAttribute('href')) ?? ''
    expect(conker).toContain('/horses/')
  })

  test('a stranger opens the link of a horse, and finds nothing once it is ended', async () => {
    const { page } = owner
    await page.goto(`${conker}/share`)
    await page.getByLabel('Who it’s for').fill('Bevan Bloodstock')
    await page.getByLabel('What it’s for').selectOption('sale')
    await page.getByRole('button', { name: 'See what they’ll see' }).click()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = (await page.getByText(/^http\S+\/share\//).textContent()) ?? ''
    const stranger = await somebody()
    expect(await opened(stranger, link)).toBe(200)
    await stranger.page.getByText('Conker').first().waitFor()
    const shown = await stranger.page.getByRole('main').textContent()
    for (const hidden of ['Ffion', 'Rees', 'Mill Lane', '£', 'Bramble']) expect(shown).not.toContain(hidden)
    await page.goto('/my/sharing')
    await page.getByText(/Opened once/).waitFor()
    await endIn(page, 'Bevan Bloodstock')
    await expect.poll(() => opened(stranger, link)).toBe(ENDED)
  })

  test.each([
    { role: 'helper', summary: /^Add somebody who helps/, name: 'Non', sees: ['Conker', 'Bramble'] },
    { role: 'sharer', summary: /^Add a sharer/, name: 'Mair', sees: ['Conker'] },
  ])('a $role comes in by their own address, sees $sees, and is ended', async ({ role, summary, name, sees }) => {
    const [{ page }, address] = [owner, `${name.toLowerCase()}.${width}@example.com`]
    await page.goto('/my/sharing')
    const form = page.locator('details').filter({ has: page.locator('summary', { hasText: summary }) })
    await form.locator('summary').click()
    if (role === 'sharer') await form.getByLabel('Horse').selectOption({ label: 'Conker' })
    await form.getByLabel('Their name').fill(name)
    await form.getByLabel('Their e-mail or mobile number').fill(address)
    await form.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('The invitation is on its way.').waitFor()
    const other = await join(address)
    await other.page.goto('/my')
    for (const horse of ['Conker', 'Bramble'])
      expect(await other.page.getByRole('link', { name: new RegExp(`^${horse}`) }).count(), horse).toBe(sees.includes(horse) ? 1 : 0)
    expect(await opened(other, conker)).toBe(200)
    await page.goto('/my/sharing')
    await endIn(page, name)
    await expect.poll(() => opened(other, conker)).toBe(ENDED)
  })

  test('the manager of a yard sees which horses must be in and when, until the farrier ends it', async () => {
    const address = `bryn.${width}@example.com`
    await app.page.goto(`${house.url}/yards?yard=${yard}`)
    await app.page.getByRole('button', { name: 'Invite the yard’s manager' }).click()
    const dialog = app.page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Bryn')
    await dialog.getByLabel('Mobile or e-mail').fill(address)
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    const manager = await join(address)
    await manager.page.goto('/my')
    await manager.page
      .getByRole('link', { name: /Hendre Livery/ })
      .first()
      .click()
    await manager.page.getByText('Horses to have in: 2').first().waitFor()
    const board = await manager.page.getByRole('main').textContent()
    for (const horse of ['Conker', 'Bramble']) expect(board).toContain(horse)
    for (const hidden of ['Ffion', 'Rees', '£', 'Mill Lane']) expect(board).not.toContain(hidden)
    expect(await runsOnFirstSheet(manager.page), 'what fits on the first sheet is on it').toBeGreaterThan(MOST_OF_A_SHEET)
    const url = manager.page.url()
    await app.page.reload()
    await app.page.getByRole('button', { name: 'End access of Bryn' }).click()
    await expect.poll(() => opened(manager, url)).toBe(ENDED)
  })

  test('a horse is sold and handed over, the new owner is in, and the old one still reads their own time', async () => {
    const { page } = owner
    // Theirs for a while: what is handed over on its first day leaves no trace.
    await gwen.practice.ask(`update horse_owners set from_on = from_on - 60 where practice_id = $1`)
    await gwen.practice.ask(`update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', (current_date - 60)::text, 'toOn', null)]
      where practice_id = $1`)
    await page.goto(`${conker}/sold`)
    await page.getByLabel('Sold', { exact: true }).check()
    await page.getByLabel('On which day?').fill(today)
    await page.getByLabel('Name').fill('Huw Bevan')
    await page.getByLabel('E-mail').fill(buyer)
    await page.getByLabel(/^The foot record: /).check()
    await page.getByRole('button', { name: `Tell ${gwen.name}` }).click()
    await page.getByText(/they will see to it/).waitFor()

    await app.page.goto(`${house.url}/tasks`)
    await app.page.getByRole('button', { name: 'Hand over' }).click()
    const dialog = app.page.getByRole('dialog').first()
    await dialog.getByRole('button', { name: 'Add Huw Bevan as a client' }).click()
    await app.page.getByRole('dialog', { name: 'Add New Client' }).getByRole('button', { name: 'Add Client' }).click()
    await dialog.getByLabel('Invite Huw Bevan to the portal').waitFor()
    await dialog.getByRole('button', { name: 'Change owner' }).click()

    await house.messageTo(buyer, /in one place/)
    const huw = await somebody()
    await huw.page.goto('/my/sign-in')
    await signIn(huw, buyer)
    await huw.page.getByRole('button', { name: 'Yes, show me' }).click()
    await huw.page.getByRole('link', { name: /^Conker/ }).waitFor()
    expect(await opened(owner, conker)).toBe(200)
    await page.getByText(/Conker was yours until/).waitFor()
  })
})
