import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ClientFigures } from '#app/pages/clients/ClientFigures.tsx'
import { ClientsScreen } from '#app/pages/clients/ClientsScreen.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { setParts } from '#platform/web/sync/here.ts'
import { type Cursor, writeMeta } from '#platform/web/sync/store.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { closeMoney, invoice, openMoney, payment, practice, sarah, today, tom } from '#testing/browser/money.tsx'
import { openTestStore } from '#testing/browser/open-store.ts'

beforeEach(openMoney)
afterEach(closeMoney)

const year = today.slice(0, 4)
const visit = (clientId: string, onDay: string, status: string) =>
  practice.server.write('appointments', uuidv7(), {
    ...{ clientId, onDay, status, title: 'Trim', statusReason: null, location: null, asWas: null, memberId: uuidv7() },
    ...{ isCallOnly: false, callPeriod: 'AM', callNumber: 1, localStart: '09:30', localEnd: '10:30' },
  })

async function details(name: string, user: Partial<CurrentUser> = {}) {
  await practice.signIn(user)
  const screen = await render(
    <main>
      <ClientsScreen />
    </main>,
  )
  await screen.getByRole('button', { name: `View Details of ${name}` }).click()
  return screen.getByRole('complementary', { name })
}

test('the details of a client show what was invoiced this year, what they owe, and since when they are one', async () => {
  invoice(sarah, 1, 9000, { issuedOn: '2019-05-01', paidPence: 9000 })
  invoice(sarah, 2, 20_000, { issuedOn: `${year}-01-01` })
  invoice(sarah, 3, 1500, { issuedOn: `${year}-01-01`, kind: 'credit', series: 'CN' })
  invoice(tom, 4, 7000, { issuedOn: `${year}-01-01` })
  payment(sarah, 9000, { receivedOn: '2019-05-02' })
  payment(sarah, 4000)
  visit(sarah, '2018-03-01', 'cancelled')
  visit(sarah, '2019-04-01', 'done')
  visit(sarah, addDays(today, -9), 'done')
  await details('Sarah Penrose')
  const figures = page.getByRole('region', { name: 'At a glance' })
  for (const width of [1280, 375, 320]) {
    await page.viewport(width, 800)
    await expect.element(figures).toHaveTextContent(`Invoiced ${year}£185Owes£145Since2019`)
    const cut = figures.element().querySelectorAll<HTMLElement>('dt, dd')
    expect([...cut].filter((each) => each.scrollWidth > each.clientWidth)).toEqual([])
    expect(await axeFindings()).toEqual([])
  }
})

test('a client without a visit yet is new and owes nothing', async () => {
  visit(tom, addDays(today, 9), 'booked')
  const panel = await details('Tom Haddon')
  await expect.element(panel.getByRole('region', { name: 'At a glance' })).toHaveTextContent(`Invoiced ${year}£0Owes£0SinceNew`)
})

test('a member who sees no money has no figures', async () => {
  invoice(sarah, 2, 20_000)
  const panel = await details('Sarah Penrose', { role: 'apprentice' })
  await expect.element(panel.getByText('Next visit')).toBeVisible()
  expect(panel.getByText(/Invoiced|Owes|Since|£/).elements()).toEqual([])
})

test('before the device has the money and the visits, no figure is shown: least of all a nought', async () => {
  const store = await openTestStore()
  const copyHas = (isComplete: boolean) =>
    writeMeta(store, 'cursor', {
      ...{ epoch: uuidv7(), view: uuidv7(), cursor: 9, isComplete },
      first: isComplete ? undefined : { whole: ['clients'], before: {}, got: 3, total: 10 },
    } as Cursor)
  await copyHas(false)
  setParts(store, () => new Promise(() => {}))
  const screen = await render(<ClientFigures clientId={sarah} />)
  const figures = screen.getByRole('region', { name: 'At a glance' })
  await expect.element(figures).toHaveAttribute('aria-busy', 'true')
  await expect.element(figures.getByText('Owes')).toBeVisible()
  expect(figures.getByText(/£|New/).elements()).toEqual([])
  await copyHas(true)
  await expect.element(figures).toHaveTextContent(`Invoiced ${year}£0Owes£0SinceNew`)
  await expect.element(figures).toHaveAttribute('aria-busy', 'false')
  setCurrentStore(undefined)
  await store.delete()
})
