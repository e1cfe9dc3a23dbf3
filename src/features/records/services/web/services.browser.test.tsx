import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { decide, useSettings } from '#features/core/practice/web/settings.ts'
import { type ClientServices, type HorseService, serviceEndpoints } from '#features/records/services/contract.ts'
import { ServicesPanel } from '#features/records/services/web/ServicesPanel.tsx'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

const BISCUIT: HorseService = {
  ...{ id: 'one', service: 'vet-integration', horseId: 'b', horseName: 'Biscuit', clientId: 'c', clientName: 'Sarah Penrose' },
  ...{ fromOn: '2026-11-20', state: 'open', lastDay: null, isArranged: false },
}

let practice: ReturnType<typeof fakePractice>
let services: ClientServices
beforeEach(() => {
  practice = fakePractice()
  services = { by: 'nobody', has: [BISCUIT] }
  practice.api.on(serviceEndpoints.list, () => services)
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.restoreAllMocks()
  await practice.leave()
  await page.viewport(1280, 800)
})

type Shown = Pick<Parameters<typeof ServicesPanel>[0], 'wishes'> & { user: CurrentUser }

/** The panel as the page has it: what is offered is kept with the practice's settings. */
function Panel({ user, wishes }: Shown) {
  const offered = useSettings()?.services
  return <ServicesPanel wishes={wishes} offered={offered} offer={(services) => void decide(user, { services })} />
}

async function show(tier: CurrentUser['practice']['tier'], wishes: ('vet-integration' | 'para-professional')[] = []) {
  const user = await practice.signIn({})
  await practice.signIn({ ...user, practice: { ...user.practice, tier } })
  const { hook, searchHook } = memoryLocation({ path: '/settings/plan' })
  return render(
    <Router hook={hook} searchHook={searchHook}>
      <Queries>
        <main>
          <h1>Plan</h1>
          <Panel user={user} wishes={wishes} />
        </main>
        <Toaster />
      </Queries>
    </Router>,
  )
}

test('a service is enabled by its switch, one wished for before shows that, and the portal is offered on Essential alone', async () => {
  const screen = await show('essential', ['vet-integration'])
  await expect.element(screen.getByText(/You noted that you'd like this/)).toBeVisible()
  expect(screen.getByRole('switch').elements()).toHaveLength(3)
  const enabling = screen.getByRole('switch', { name: /^Enable for Clients.*Vet Integration/ })
  await expect.element(enabling).toBeEnabled()
  expect(screen.getByRole('button', { name: 'See who would be told' }).elements()).toEqual([])
  await enabling.click()
  await expect.element(enabling).toBeChecked()
  await expect.poll(() => practice.ops().at(-1)?.data).toMatchObject({ services: { 'vet-integration': true } })
  await screen.unmount()
  const professional = await show('professional')
  await expect.element(professional.getByRole('switch').first()).toBeVisible()
  expect(professional.getByRole('switch').elements()).toHaveLength(2)
})

test('who would be notified is shown first, and only a press sends', async () => {
  const told: string[][] = []
  practice.api.on(serviceEndpoints.wouldTell, () => ({
    clients: [{ id: 'c', name: 'Sarah Penrose', channel: 'email' as const }],
    ...{ notAgreed: 2, unreachable: 0, toldBefore: 1 },
  }))
  practice.api.on(serviceEndpoints.tell, ({ body }) => {
    told.push([...body.clientIds])
    return { told: 1 }
  })
  const screen = await show('professional')
  await screen.getByRole('switch', { name: /^Enable for Clients.*Vet Integration/ }).click()
  await screen.getByRole('button', { name: 'See who would be told' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Tell clients of Vet Integration' })
  await expect.element(dialog.getByText("Not told: 2 haven't agreed to offers, 1 were told before.")).toBeVisible()
  expect(await axeFindings()).toEqual([])
  expect(told).toEqual([])
  await dialog.getByRole('button', { name: 'Tell this client' }).click()
  await expect.element(screen.getByText('1 client is told')).toBeVisible()
  expect(told).toEqual([['c']])
})

test('the farrier ends it for one client after one question', async () => {
  practice.api.on(serviceEndpoints.end, () => {
    services = { ...services, has: [{ ...BISCUIT, state: 'ending', lastDay: '2026-11-28' }] }
    return services
  })
  const screen = await show('professional')
  await screen.getByRole('button', { name: /^End it.*Vet Integration for Biscuit/ }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'End it today' }).click()
  await expect.element(screen.getByText('Vet Integration, ends 28 Nov 2026')).toBeVisible()
  expect(screen.getByRole('button', { name: /^End it/ }).elements()).toEqual([])
})

test('it holds up at every width, in both themes', async () => {
  services = {
    by: 'operator',
    has: [BISCUIT, { ...BISCUIT, id: 'two', horseName: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', isArranged: true }],
  }
  const screen = await show('essential', ['para-professional'])
  await expect.element(screen.getByText(/arranged by the person who runs it/)).toBeVisible()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, String(width)).toBeLessThanOrEqual(width)
  }
  delete document.documentElement.dataset.theme
})
