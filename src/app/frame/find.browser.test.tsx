import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { FindAnything } from '#app/frame/FindAnything.tsx'
import { noteFind } from '#app/frame/recent-finds.ts'
import type { Role } from '#features/core/practice/contract.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import '#ui/styles.css'

const ZONE = 'Europe/London'
const tomorrow = addDays(dayOf(currentTime(), ZONE), 1)
let practice: ReturnType<typeof fakePractice>
let sarah = ''
let biscuit = ''
let yard = ''
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  practice = fakePractice()
  sarah = practice.server.write('clients', uuidv7(), {
    ...{ name: 'Sarah Penrose', phone: '07700 900118', postcode: 'HR6 0VK', businessName: null, address: 'Lower Barn', email: null },
    ...{ isActive: true, isBusiness: false, tags: [], preferredChannel: 'sms', stoppedAt: null, notes: null },
  })
  yard = practice.server.write('yards', uuidv7(), {
    name: 'Hollybush Farm Livery',
    postcode: 'HR6 9AA',
    address: 'Kingsland',
    gateCode: '4471',
  })
  biscuit = practice.server.write('horses', uuidv7(), {
    ...{ name: 'Biscuit', clientId: sarah, yardId: yard, flags: [], pauses: [], breed: 'Cob', microchip: null, color: 'bay' },
    ...{ goneOn: null, cycleDays: 42, nextDue: null, lastService: null, birthYear: null },
  })
  practice.server.write('appointments', uuidv7(), {
    ...{ title: 'Front refit', clientId: sarah, memberId: uuidv7(), yardId: null, location: 'Kingsland', notes: null, description: null },
    ...{ zone: ZONE, isCallOnly: false, callNumber: 1, callPeriod: 'AM', roundRank: null, status: 'booked', statusReason: null },
    ...{ tariff: 'standard', isCallComplete: false, completedAt: null, asWas: null, ...whenOn(tomorrow, '09:00', '10:00', ZONE) },
  })
})
afterEach(() => practice.leave())

async function open(role: Role = 'owner') {
  await practice.signIn({ role })
  return openPalette()
}

async function openPalette() {
  const { hook, history } = memoryLocation({ path: '/clients', record: true })
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <Router hook={hook}>
        <main>
          <FindAnything />
        </main>
      </Router>
    </QueryClientProvider>,
  )
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = screen.getByRole('combobox', { name: 'Find anything' })
  await expect.element(box).toHaveFocus()
  return { screen, box, at: () => history.at(-1) }
}

/** The first find for what is typed, once it is there. */
const found = async ({ screen, box }: Awaited<ReturnType<typeof open>>, question: string, first: string) => {
  await box.fill(question)
  await expect.poll(() => screen.getByRole('option').first().query()?.textContent).toMatch(new RegExp(`^${first}`))
}

test('before the device has been read, no message claims that there is nothing', async () => {
  const palette = await openPalette()
  await palette.box.fill('penrose')
  await expect.element(palette.screen.getByText(/^Searching this device/)).toBeVisible()
})

test('a client, a horse, a yard and a visit are found by what a farrier remembers of them', async () => {
  const palette = await open()
  await found(palette, 'penrsoe', 'Sarah Penrose')
  await found(palette, '900118', 'Sarah Penrose')
  await found(palette, 'hr60vk', 'Sarah Penrose')
  await found(palette, 'biscuit', 'Biscuit')
  await found(palette, 'hollybush', 'Hollybush Farm Livery')
  await found(palette, 'front refit', `Front refit${shortDay(tomorrow)}`)
  await found(palette, 'tex', 'Texts')
  await found(palette, 'time off', 'Time off')
  await palette.box.fill('xyzzy')
  await expect.element(palette.screen.getByText(/^Nothing by that name on this device/)).toBeVisible()
})

test('a vet’s plan is found by its words, and leads to the horse; what was withdrawn is not found', async () => {
  const note = (body: string, withdrawnAt: string | null) =>
    practice.server.write('care_notes', uuidv7(), {
      ...{ horseId: biscuit, authorName: 'Mia Bevan', authorRole: 'vet', kind: 'plan', replyToId: null, body, figures: null, filmId: null },
      ...{ plan: { NF: { wedgeTenths: 30 } }, reviewOn: null, ownerSeesFrom: null, saidAt: currentTime().toISOString() },
      ...{ memberId: null, takenAt: null, takenBy: null, withdrawnAt },
    })
  note('Navicular changes', null)
  note('Sidebone', currentTime().toISOString())
  const palette = await open()
  await found(palette, 'navicular', 'Biscuit')
  await userEvent.keyboard('{Enter}')
  expect(palette.at()).toBe(`/horses?horse=${biscuit}&tab=details`)
  const again = await openPalette()
  await again.box.fill('sidebone')
  await expect.element(again.screen.getByText(/^Nothing/)).toBeVisible()
})

test('an invoice is found by its number, and leads to itself', async () => {
  const invoice = practice.server.write('invoices', uuidv7(), {
    ...{
      payerClientId: sarah,
      kind: 'invoice',
      creditsInvoiceId: null,
      series: 'INV',
      number: 42,
      appointmentId: null,
      issuedOn: tomorrow,
    },
    ...{ dueOn: tomorrow, note: null, asWas: null, netPence: 8500, vatPence: 0, totalPence: 8500, paidPence: 0, sentAt: null },
  })
  const palette = await open()
  await found(palette, 'inv-0042', 'INV-0042')
  await userEvent.keyboard('{Enter}')
  expect(palette.at()).toBe(`/money?tab=invoices&invoice=${invoice}`)
})

test('arrows move, Enter goes there, and the next time it comes first', async () => {
  const first = await open()
  await found(first, 'hollybush', 'Hollybush Farm Livery')
  // The yard may be read before the client: down goes nowhere while there is one.
  await expect.element(first.screen.getByRole('option').nth(1)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(first.screen.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(first.at()).toBe(`/yards?yard=${yard}`)
  await expect.element(first.box).not.toBeInTheDocument()
  await userEvent.keyboard('/')
  await expect.poll(() => first.screen.getByRole('option').first().query()?.textContent).toMatch(/^Hollybush Farm Livery/)
})

test('what was found before is offered before anything is typed, newest first, as long as it is there', async () => {
  await practice.signIn({ role: 'owner' })
  for (const key of [`client/${sarah}`, `horse/${uuidv7()}`, `horse/${biscuit}`]) noteFind(key)
  const { hook } = memoryLocation({ path: '/' })
  const screen = await render(
    <Router hook={hook}>
      <FindAnything />
    </Router>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Find anything' }))
  await expect.poll(() => screen.getByRole('option').first().query()?.textContent).toMatch(/^Biscuit/)
  await expect.poll(() => screen.getByRole('option').nth(1).query()?.textContent).toMatch(/^Sarah Penrose/)
  await expect.poll(() => screen.getByRole('option').nth(2).query()?.textContent).toMatch(/^New Appointment/)
})

test('an action is done over the screen one is on', async () => {
  const palette = await open()
  await found(palette, 'new app', 'New Appointment')
  await userEvent.keyboard('{Enter}')
  await expect.element(palette.screen.getByRole('dialog', { name: 'Schedule New Appointment' })).toBeVisible()
  expect(palette.at()).toBe('/clients')
})

test('an apprentice finds records and screens, and no action they may not do', async () => {
  const palette = await open('apprentice')
  await found(palette, 'biscuit', 'Biscuit')
  for (const question of ['new appointment', 'add a client', 'time off', 'prices', 'members']) {
    await palette.box.fill(question)
    for (const option of palette.screen.getByRole('option').elements())
      expect(option.textContent).not.toMatch(/^(New Appointment|Add a client|Time off|Prices|Members)/)
  }
})

test('axe finds nothing, on a phone and on a desktop, light or dark', async () => {
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const palette = await open()
    await found(palette, 'sarah', 'Sarah Penrose')
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await palette.screen.unmount()
  }
  delete document.documentElement.dataset.theme
})
