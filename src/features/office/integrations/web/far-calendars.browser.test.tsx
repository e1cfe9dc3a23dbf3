import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { IntegrationsPage } from '#features/office/integrations/web/IntegrationsPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import '#ui/styles.css'

const [family, work] = [
  { id: 'https://dav.example/gareth/family/', name: 'Family' },
  { id: 'https://dav.example/gareth/work/', name: 'Work' },
]
const CALDAV: Integration = {
  ...{
    id: 'caldav',
    name: 'Apple and CalDAV',
    description: 'Your diary there.',
    category: 'calendar',
    of: 'member',
    enabled: true,
    status: 'connected',
  },
  ...{ account: 'gareth at dav.example', sentence: null, isVeryMany: false, isEnding: false, entries: 12, isRehearsed: false },
  asks: { by: 'key', label: 'App-specific password', where: 'Make one.', fields: [] },
  settings: { apiKey: '••••efgh' },
  lastSuccessAt: currentTime().toISOString(),
  ...{ isInPlan: true, isOwnOnly: false, sends: ['Visits.'], brings: ['Busy times.'], leaves: ['Nothing.'] },
}

let practice: ReturnType<typeof fakePractice>
let calendar: Integration
beforeEach(async () => {
  await page.viewport(375, 812)
  history.replaceState(null, '', '/integrations')
  practice = fakePractice()
  calendar = CALDAV
  practice.api
    .on(integrationEndpoints.list, () => [calendar])
    .on(integrationEndpoints.change, ({ body }) => {
      calendar = { ...calendar, settings: { ...calendar.settings, ...body.settings } }
      return calendar
    })
    .on(integrationEndpoints.calendars, () => ({ calendars: [family, work], sentence: null }))
    .on(integrationEndpoints.log, () => [])
  await practice.signIn()
})
afterEach(() => practice.leave())

const openSettings = async () => {
  const screen = await render(
    <Queries>
      <main>
        <IntegrationsPage />
      </main>
    </Queries>,
  )
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  return { screen, dialog: screen.getByRole('dialog', { name: 'Apple and CalDAV' }) }
}

test('the settings have the calendars there to pick from: those that make busy, and one to write to, which makes no one busy', async () => {
  const { dialog } = await openSettings()
  const busy = dialog.getByRole('group', { name: 'Calendars that make you busy' })
  await userEvent.click(busy.getByRole('checkbox', { name: 'Family' }))
  await expect.poll(() => calendar.settings.busyCalendars).toEqual([family.id])
  await expect.element(busy.getByRole('checkbox', { name: 'Family' })).toBeChecked()
  await userEvent.click(busy.getByRole('checkbox', { name: 'Work' }))
  await expect.poll(() => calendar.settings.busyCalendars).toEqual([family.id, work.id])
  await dialog.getByLabelText('Calendar your diary goes to').selectOptions('Work')
  await expect.poll(() => calendar.settings.calendarId).toBe(work.id)
  await expect.element(busy.getByRole('checkbox', { name: 'Work' })).not.toBeInTheDocument()
  await userEvent.click(busy.getByRole('checkbox', { name: 'Family' }))
  await expect.poll(() => calendar.settings.busyCalendars).toEqual([])
  await dialog.getByLabelText('Calendar your diary goes to').selectOptions('One just for it, called Pritchel')
  await expect.poll(() => calendar.settings.calendarId).toBeNull()
})

test('it says why its calendars can’t be listed, and one that is gone is named so', async () => {
  practice.api.on(integrationEndpoints.calendars, () => {
    throw new Refusal('far_side_silent')
  })
  const first = await openSettings()
  await expect.element(first.dialog.getByText("It isn't answering.", { exact: false })).toBeVisible()
  await first.screen.unmount()
  practice.api.on(integrationEndpoints.calendars, () => ({ calendars: [], sentence: 'Test version: nothing is sent.' }))
  const second = await openSettings()
  await expect.element(second.dialog.getByText('Test version: nothing is sent.')).toBeVisible()
  await second.screen.unmount()
  calendar = { ...CALDAV, settings: { calendarId: 'https://dav.example/gareth/gone/' } }
  practice.api.on(integrationEndpoints.calendars, () => ({ calendars: [], sentence: null }))
  const { dialog } = await openSettings()
  await expect.element(dialog.getByText('You have no other calendar there.')).toBeVisible()
  await expect.element(dialog.getByRole('option', { name: 'One that is no longer there' })).toBeInTheDocument()
})

test.each(LOOKS)('axe finds nothing in the settings of a calendar, %i px, %s', async (width, theme) => {
  document.documentElement.dataset.theme = theme
  await page.viewport(width, 812)
  const { dialog } = await openSettings()
  await expect.element(dialog.getByRole('checkbox', { name: 'Family' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('where it can go only to the calendar made for it, no other is offered', async () => {
  calendar = { ...CALDAV, isOwnOnly: true }
  const { dialog } = await openSettings()
  await expect.element(dialog.getByRole('checkbox', { name: 'Family' })).toBeVisible()
  await expect.element(dialog.getByLabelText('Calendar your diary goes to')).not.toBeInTheDocument()
})
