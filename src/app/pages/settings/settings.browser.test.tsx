import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HoursPage } from '#app/pages/settings/HoursPage.tsx'
import { MembersPage } from '#app/pages/settings/MembersPage.tsx'
import { SettingsFrame } from '#app/pages/settings/SettingsFrame.tsx'
import { SettingsPage } from '#app/pages/settings/SettingsPage.tsx'
import { TextsPage } from '#app/pages/settings/TextsPage.tsx'
import { letterheadEndpoints } from '#features/core/letterhead/contract.ts'
import { type CurrentUser, type PracticeMember, practiceEndpoints } from '#features/core/practice/contract.ts'
import { invitationEndpoints } from '#features/core/practice/invitations.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import { useFreshRole } from '#features/core/practice/web/use-fresh-role.ts'
import { kindId } from '#features/records/kinds/rules.ts'
import { priceItemId, STANDARD_RATES } from '#features/records/prices/rules.ts'
import { PricesPage } from '#features/records/prices/web/PricesPage.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  practice.api.on(practiceEndpoints.practices, () => [])
  practice.api.on(letterheadEndpoints.read, () => ({ logo: null, farrier: null }))
  practice.api.on(invitationEndpoints.mine, () => [])
  practice.api.on(invitationEndpoints.pending, () => [])
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

async function open(Screen: ComponentType, change: Partial<CurrentUser> = {}) {
  await practice.signIn(change)
  await expect.poll(heldHere).toBe(practice.server.rows.size)
  return render(
    <Queries>
      <main>
        <Screen />
      </main>
      <Toaster />
    </Queries>,
  )
}
/* As in the app, where a screen waits for the first fetch. */
const heldHere = async () => (await currentStore()?.rec.count()) ?? 0
const sent = () => practice.ops().map(({ action, entity, data }) => ({ action, entity, data }))
const prices = () =>
  STANDARD_RATES.map((rate) => practice.server.write('price_items', priceItemId('p', rate.serviceType), { ...rate, vatRateBp: 0 }))

const Framed = () => (
  <SettingsFrame>
    <SettingsPage />
  </SettingsFrame>
)

const FramedHours = () => (
  <SettingsFrame>
    <HoursPage />
  </SettingsFrame>
)

test.each([375, 1280])('the settings lead an owner everywhere, and an apprentice only where they may go, at %i px', async (width) => {
  await page.viewport(width, 800)
  history.replaceState(null, '', '/settings')
  const owner = await open(Framed)
  for (const name of [/^Members/, /^Working hours/, /^Texts/, /^Prices/, /^Where I am/]) {
    await expect.element(owner.getByRole('link', { name })).toBeVisible()
  }
  await owner.unmount()
  const apprentice = await open(Framed, { role: 'apprentice' })
  await expect.element(apprentice.getByRole('link', { name: /^Working hours/ })).toBeVisible()
  for (const name of [/^Members/, /^Texts/, /^Prices/, /^Import/]) {
    await expect.element(apprentice.getByRole('link', { name })).not.toBeInTheDocument()
  }
  await expect.element(apprentice.getByText('Only an owner of the practice can change this.')).toBeVisible()
})

test('on a wide desktop the settings stand in the middle beside the list of their screens, on a phone each alone', async () => {
  history.replaceState(null, '', '/settings/hours')
  const screen = await open(FramedHours)
  const list = screen.getByRole('navigation', { name: 'Settings' })
  await expect.element(list.getByRole('link', { name: 'Working hours' })).toHaveAttribute('aria-current', 'page')
  await expect.element(list.getByRole('link', { name: 'General' })).toHaveAttribute('href', '/settings')
  const boxes = [list.element(), screen.getByRole('heading', { level: 1 }).element()].map((each) => each.getBoundingClientRect())
  expect(boxes[0]?.right).toBeLessThanOrEqual(boxes[1]?.left ?? 0)
  const around = list.element().parentElement?.getBoundingClientRect()
  expect(Math.abs((around?.left ?? 0) - (1280 - (around?.right ?? 0)))).toBeLessThan(20)
  expect(await axeFindings()).toEqual([])
  await page.viewport(375, 812)
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an owner changes the practice, and its working days stay with their hours', async () => {
  const changes: object[] = []
  practice.api.on(practiceEndpoints.updatePractice, ({ body }) => {
    changes.push(body)
    throw new Refusal('internal')
  })
  const screen = await open(SettingsPage)
  await screen.getByLabelText('Practice name').fill('Teme Valley Farriery')
  await screen.getByLabelText('Nation').selectOptions('Scotland')
  await screen.getByRole('button', { name: 'Save practice' }).click()
  await expect.element(screen.getByText(/^Something went wrong at our end/)).toBeVisible()
  expect(changes).toEqual([{ name: 'Teme Valley Farriery', frcNumber: null, nation: 'scotland' }])
})

test('what feet are called holds at once', async () => {
  const screen = await open(SettingsPage)
  await screen.getByRole('radio', { name: 'LF RF LH RH' }).click()
  await expect.element(screen.getByText('Left fore, right fore, left hind, right hind.')).toBeVisible()
  await expect.poll(sent).toEqual([{ action: 'CREATE', entity: 'settings', data: { feet: 'left-right' } }])
})

test('an owner has voice notes written down, only where this server can', async () => {
  const label = 'Transcribe voice notes'
  const without = await open(SettingsPage)
  await expect.element(without.getByText('Near fore, off fore, near hind, off hind.')).toBeVisible()
  await expect.element(without.getByText(label)).not.toBeInTheDocument()
  await without.unmount()
  const screen = await open(SettingsPage, { hasTranscriber: true })
  const choice = screen.getByRole('switch', { name: label })
  await expect.element(choice).not.toBeChecked()
  await choice.click()
  await expect.element(screen.getByText('New voice notes will be transcribed.')).toBeVisible()
  await expect.poll(sent).toEqual([{ action: 'CREATE', entity: 'settings', data: { transcribesVoice: true } }])
})

test('every member changes their own name', async () => {
  const names: object[] = []
  const screen = await open(SettingsPage, { role: 'farrier' })
  practice.api.on(practiceEndpoints.changeMyName, ({ body }) => {
    names.push(body)
    throw new Refusal('internal')
  })
  await screen.getByLabelText('First name').fill('Gari')
  await screen.getByRole('button', { name: 'Save name' }).click()
  await expect.element(screen.getByText(/^Something went wrong at our end/)).toBeVisible()
  expect(names).toEqual([{ firstName: 'Gari', lastName: 'Probert' }])
})

test('working hours are set day by day, and a day cannot end before it starts', async () => {
  practice.decides({ travelBufferMinutes: 20 })
  const screen = await open(HoursPage)
  await expect.element(screen.getByLabelText('Travel buffer')).toHaveValue(20)
  await screen.getByRole('checkbox', { name: 'Saturday' }).click()
  await screen.getByLabelText('Saturday to').fill('08:00')
  await screen.getByRole('button', { name: 'Save hours' }).click()
  await expect.element(screen.getByText('Ends before it starts')).toBeVisible()
  expect(sent()).toEqual([])
  await screen.getByLabelText('Saturday to').fill('12:30')
  await screen.getByRole('button', { name: 'Save hours' }).click()
  const workingHours = settingsFrom(undefined).workingHours.map((day) =>
    day.dayOfWeek === 6 ? { ...day, isWorking: true, endTime: '12:30' } : day,
  )
  await expect.poll(sent).toEqual([{ action: 'UPDATE', entity: 'settings', data: { workingHours } }])
})

test('set, then set back, both are saved', async () => {
  practice.decides({})
  const screen = await open(HoursPage)
  for (const minutes of ['30', '15']) {
    await screen.getByLabelText('Travel buffer').fill(minutes)
    await screen.getByRole('button', { name: 'Save hours' }).click()
    await expect.poll(() => sent().at(-1)?.data).toEqual({ travelBufferMinutes: Number(minutes) })
  }
})

test('a wording is written with a preview of what its reader gets, counted as the networks do', async () => {
  practice.decides({ prepLine: 'Caught and dry, please.' })
  practice.server.write('clients', uuidv7(), { name: 'Siân Penrose', isBusiness: false })
  const screen = await open(TextsPage)
  await screen.getByRole('button', { name: /^On my way/ }).click()
  const preview = screen.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByText(/^As Siân Penrose would get it:/)).toBeVisible()
  await expect.element(preview.getByText(/Caught and dry, please\./)).toBeVisible()
  const wording = screen.getByRole('textbox', { name: 'Wording' })
  await wording.fill('{name}: on my road. {practise}')
  await screen.getByRole('button', { name: 'Save wording' }).click()
  await expect.element(screen.getByText(/^\{practise\} can't be used here\. You can use \{name\}/)).toBeVisible()
  await wording.fill('Ŵyn {name}. {practice}')
  await expect.element(preview.getByText(/^1 text, \d+ letters/)).toBeVisible()
  await expect.element(preview.getByText(/^Ŵ â aren't standard text letters/)).toBeVisible()
  await wording.fill('On my road. {practice}')
  await expect.element(preview.getByText('1 text, 28 letters', { exact: false })).toBeVisible()
  await wording.fill('{name}: on my road. {practice}')
  await screen.getByRole('button', { name: 'Save wording' }).click()
  await expect.poll(sent).toMatchObject([{ action: 'UPDATE', data: { wording: { on_my_way: '{name}: on my road. {practice}' } } }])
  await expect.element(screen.getByRole('button', { name: /^On my way In your words/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Back to standard' }).click()
  await screen.getByRole('button', { name: 'Save wording' }).click()
  await expect.poll(() => sent().at(-1)?.data).toEqual({ wording: {} })
})

test('a field is put into the wording by a press, and the prep line is saved or taken away', async () => {
  practice.decides({})
  const screen = await open(TextsPage)
  await screen.getByRole('button', { name: 'Insert {day}' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Wording' })).toHaveValue(expect.stringContaining('{link} {day}'))
  const line = screen.getByRole('textbox', { name: /^What you ask/ })
  for (const [typed, kept] of [
    ['Clean legs, please.', 'Clean legs, please.'],
    ['', null],
  ] as const) {
    await line.fill(typed)
    await screen.getByRole('button', { name: 'Save prep line' }).click()
    await expect.poll(() => sent().at(-1)?.data).toEqual({ prepLine: kept })
  }
})

test('the price list takes pounds and keeps pence, and marks what is no price', async () => {
  prices()
  const screen = await open(PricesPage)
  await screen.getByLabelText('Trim').fill('thirty')
  await screen.getByRole('button', { name: 'Save prices' }).click()
  await expect.element(screen.getByText('Enter pounds, such as 35 or 37.50')).toBeVisible()
  await screen.getByLabelText('Trim').fill('37.5')
  await screen.getByRole('button', { name: 'Save prices' }).click()
  await expect.poll(sent).toEqual([{ action: 'UPDATE', entity: 'price_items', data: { unitPence: 3750 } }])
})

test('a kind of work is added with its price, renamed, removed and offered again, and may leave the cycle as it is', async () => {
  const practiceId = uuidv7()
  const trim = kindId(practiceId, 'Trim')
  practice.server.write('service_types', trim, { serviceType: 'Trim', label: 'Trim', resetsCycle: true, isOffered: true })
  practice.server.write('price_items', trim, { serviceType: 'Trim', label: 'Trim', unitPence: 3500, vatRateBp: 0 })
  const screen = await open(PricesPage, { practice: { ...PRACTICE, id: practiceId } })
  const card = screen.getByRole('region', { name: 'Kinds of work' })
  const dialog = screen.getByRole('dialog')
  const save = () => dialog.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('button', { name: 'Add' }).click()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(' trim')
  await save()
  await expect.element(dialog.getByText('You already have, or had, one with that name: Trim')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Shoe back on')
  await dialog.getByRole('textbox', { name: /^Price/ }).fill('22.50')
  await dialog.getByRole('checkbox', { name: /Starts the cycle again/ }).click()
  await save()
  await expect.element(card.getByText('£22.50, the cycle carries on')).toBeVisible()
  const id = kindId(practiceId, 'Shoe back on')
  await expect
    .poll(() => practice.ops().map((op) => [op.entity, op.id, op.data]))
    .toEqual([
      ['service_types', id, { serviceType: 'Shoe back on', label: 'Shoe back on', resetsCycle: false }],
      ['price_items', id, { serviceType: 'Shoe back on', label: 'Shoe back on', unitPence: 2250 }],
    ])
  await card.getByRole('button', { name: /^Trim/ }).click()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Barefoot trim')
  await save()
  await expect.element(card.getByRole('button', { name: /^Barefoot trim/ })).toBeVisible()
  await expect
    .poll(() =>
      practice
        .ops()
        .slice(2)
        .map((op) => op.data),
    )
    .toMatchObject([{ label: 'Barefoot trim' }, { label: 'Barefoot trim' }])
  await card.getByRole('button', { name: /^Barefoot trim/ }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(card.getByText('Barefoot trim')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Barefoot trim')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(card.getByText('Barefoot trim')).toBeVisible()
})

const PRACTICE: CurrentUser['practice'] = {
  ...{
    id: '',
    name: 'Probert Farriery',
    nation: 'wales',
    zone: 'Europe/London',
    tier: 'professional',
    trialEndsOn: null,
    paidUntil: null,
    nextTier: null,
    isPastDue: false,
    isEnding: false,
  },
  ...{ frcNumber: null, workingDays: [1, 2, 3, 4, 5], isDemo: false },
}

test('a farrier reads the price list, an apprentice sees why there is none', async () => {
  prices()
  const farrier = await open(PricesPage, { role: 'farrier' })
  await expect.element(farrier.getByText('£180')).toBeVisible()
  await expect.element(farrier.getByRole('button', { name: 'Save prices' })).not.toBeInTheDocument()
  await farrier.unmount()
  const apprentice = await open(PricesPage, { role: 'apprentice' })
  await expect.element(apprentice.getByText("Apprentices don't see prices")).toBeVisible()
  await expect.element(apprentice.getByText('£180')).not.toBeInTheDocument()
})

const member = (name: string, change: Partial<PracticeMember> = {}): PracticeMember => ({
  id: uuidv7(),
  personId: uuidv7(),
  name,
  role: 'farrier',
  initials: 'XX',
  isActive: true,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  ...change,
})

test('a role is changed, and the last owner stays one, with the reason shown', async () => {
  const owner = member('Gareth Probert', { role: 'owner' })
  const dan = member('Dan Price')
  const changes: object[] = []
  practice.api.on(practiceEndpoints.members, () => [owner, dan])
  practice.api.on(practiceEndpoints.changeMember, ({ params, body }) => {
    if (params.id === owner.id) throw new Refusal('last_owner')
    changes.push({ ...params, ...body })
    return { ...dan, ...body } as PracticeMember
  })
  const screen = await open(MembersPage)
  await screen.getByRole('button', { name: /^GP Gareth|Gareth Probert/ }).click()
  await screen.getByLabelText('Role').selectOptions('office')
  await screen.getByRole('button', { name: 'Save role' }).click()
  await expect.element(screen.getByRole('dialog').getByText('A practice needs an owner. Make somebody else an owner first.')).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: /Dan Price/ }).click()
  await screen.getByLabelText('Role').selectOptions('apprentice')
  await screen.getByRole('button', { name: 'Save role' }).click()
  await expect.element(screen.getByText("Dan Price's role was changed.")).toBeVisible()
  await screen.getByRole('button', { name: /Dan Price/ }).click()
  await screen.getByRole('button', { name: 'End their membership' }).click()
  await screen.getByRole('dialog', { name: "End Dan Price's membership?" }).getByRole('button', { name: 'End their membership' }).click()
  await expect.element(screen.getByText('Dan Price has left the practice.')).toBeVisible()
  expect(changes).toEqual([
    { id: dan.id, role: 'apprentice' },
    { id: dan.id, isActive: false },
  ])
})

test('members need a connection, and the screen shows that in place', async () => {
  await practice.signIn()
  practice.api.offline(true)
  const screen = await render(
    <Queries>
      <main>
        <MembersPage />
      </main>
    </Queries>,
  )
  await expect
    .element(screen.getByText('You need a connection to invite or change members. Everything else works without one.'))
    .toBeVisible()
})

const Watched = () => {
  useFreshRole(useSession<CurrentUser>().user)
  return <PricesPage />
}

test('a role changed by an owner reaches the screens with the copy', async () => {
  prices()
  const memberId = uuidv7()
  const personId = uuidv7()
  practice.server.write('members', memberId, { name: 'Ned', personId, role: 'farrier', initials: 'N', isActive: true })
  const user = await practice.signIn({ id: personId, memberId, role: 'farrier' })
  const screen = await render(<Watched />)
  await expect.element(screen.getByText('£180')).toBeVisible()
  practice.server.write('members', memberId, { role: 'apprentice' })
  practice.api.on(practiceEndpoints.user, () => ({ ...user, role: 'apprentice' as const }))
  await syncNow()
  await expect.element(screen.getByText("Apprentices don't see prices")).toBeVisible()
})

// The journey over all screens sees each of them at both widths and in both themes.
test('no screen here has an accessibility fault, on a light phone or a dark desktop', async () => {
  prices()
  practice.decides({ wording: { booked: 'See you {day}. {practice}' } })
  practice.api.on(practiceEndpoints.members, () => [member('Gareth Probert', { role: 'owner' }), member('Nia Rees')])
  practice.api.on(invitationEndpoints.pending, () => [])
  for (const [at, Screen] of [SettingsPage, HoursPage, TextsPage, PricesPage, MembersPage].entries()) {
    const [width, theme] = LOOKS[at % 2] ?? LOOKS[0]
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await open(Screen)
    await expect.element(screen.getByRole('button').first()).toBeVisible()
    expect(await axeFindings(), `${Screen.name} ${width} ${theme}`).toEqual([])
    await screen.unmount()
  }
})
