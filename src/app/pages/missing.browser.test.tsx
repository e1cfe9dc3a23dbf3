import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ClientsScreen } from '#app/pages/clients/ClientsScreen.tsx'
import { HorsesScreen } from '#app/pages/horses/HorsesScreen.tsx'
import { MoneyScreen } from '#app/pages/money/MoneyScreen.tsx'
import { YardsScreen } from '#app/pages/yards/YardsScreen.tsx'
import { exportEndpoints } from '#features/office/exports/contract.ts'
import { rightsEndpoints } from '#features/office/rights/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
const sarah = uuidv7()

let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  practice.api.on(rightsEndpoints.history, () => []).on(exportEndpoints.list, () => [])
})
afterEach(() => practice.leave())

const invoice = { payerClientId: sarah, kind: 'invoice', series: 'INV', number: 42, issuedOn: today, dueOn: today, totalPence: 5000 }
const request = { clientId: sarah, requestType: 'data_access', status: 'pending', receivedVia: 'letter', receivedOn: today, waits: [] }
const SCREENS = [
  ['horse', '/horses?', HorsesScreen, 'horses', horseRow({ name: 'Merlin', clientId: sarah })],
  ['client', '/clients?', ClientsScreen, 'clients', clientRow({ name: 'Tom Haddon' })],
  ['yard', '/yards?', YardsScreen, 'yards', { name: 'Hollybush Farm' }],
  ['invoice', '/money?tab=invoices&', MoneyScreen, 'invoices', { ...invoice, paidPence: 0 }],
  [
    'payment',
    '/money?tab=payments&',
    MoneyScreen,
    'payments',
    { payerClientId: sarah, amountPence: 5000, method: 'cash', receivedOn: today },
  ],
  ['request', '/clients?tab=gdpr&', ClientsScreen, 'rights_requests', { ...request, requestedAt: currentTime().toISOString() }],
] as const

async function open(what: string, path: string, Screen: ComponentType) {
  history.replaceState(null, '', `${path}${what}=unknown`)
  await practice.signIn()
  const screen = await render(
    <Queries>
      <main>
        <Screen />
      </main>
    </Queries>,
  )
  return { screen, note: screen.getByText(`There's no such ${what}. It may have been removed, or merged with another.`) }
}

test.each(SCREENS)('an address that names no %s shows that, and leads to the list', async (what, path, Screen, entity, row) => {
  practice.server.write('clients', sarah, clientRow({ name: 'Sarah Penrose' }))
  practice.server.write(entity, uuidv7(), row)
  const { screen, note } = await open(what, path, Screen)
  await expect.element(note).toBeVisible()
  await screen.getByRole('button', { name: 'Show the list' }).click()
  await expect.element(note).not.toBeInTheDocument()
  expect(location.search).not.toContain('unknown')
})

test.each(SCREENS)('it shows that too where there is no %s at all', async (what, path, Screen) => {
  const { note } = await open(what, path, Screen)
  await expect.element(note).toBeVisible()
})
