import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentTime } from '#lib/clock.ts'
import { addDays, instantOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { forecastOf } from '#testing/browser/forecast.ts'
import { client, leaveRound, next, open, practice, startRound, today, visit } from '#testing/browser/round.tsx'
import '#ui/styles.css'

beforeEach(startRound)
afterEach(leaveRound)

const PLACE = { lat: 52.2, lng: -2.8 }
const MORNING = [10, 11, 12, 13, 14, 15, 16, 17]
const forecast = (more: Partial<Parameters<typeof forecastOf>[2]> = {}) => {
  const { id, ...row } = forecastOf(today, PLACE, { rain: MORNING, madeAt: currentTime(), ...more })
  practice.server.write('place_forecasts', id, row)
}
const yard = (name: string, hasCover: boolean | null) =>
  practice.server.write('yards', uuidv7(), { name, ...PLACE, hasCover, gateCode: null, accessNotes: null })

/** Stops of the afternoon at a yard without cover, at one with cover, and at a client's own place. */
function stops() {
  const [open, covered, ann] = [yard('Open Field', false), yard('Barn', true), client('Ann Lloyd', PLACE)]
  for (const [at, yardId] of [open, covered, null].entries()) visit(ann, at + 1, { yardId, callPeriod: 'PM' })
}

test('the round shows the rain at each stop without cover', async () => {
  stops()
  forecast()
  const screen = await open()
  await expect.element(next(screen).getByText('Rain all day')).toBeVisible()
  const rest = screen.getByRole('region', { name: 'After that' })
  await expect.poll(() => rest.getByText('Rain all day').elements().length).toBe(1)
  await expect.element(rest.getByRole('listitem').filter({ hasText: 'Barn' }).getByText(/Rain/)).not.toBeInTheDocument()
  await expect.element(screen.getByText('Powered by Met Office data.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('several stops hit: moving the whole day is offered, with the reason filled in', async () => {
  await page.viewport(1280, 800)
  stops()
  forecast()
  const screen = await open()
  await expect.element(screen.getByText('Rain from 10:00, at 2 of 3 stops.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Move the whole day...' }))
  const dialog = screen.getByRole('dialog', { name: `Move ${shortDay(today)}` })
  await expect.element(dialog.getByLabelText('Why, in own words')).toHaveValue('Rain from 10:00')
  await userEvent.click(dialog.getByRole('button', { name: /^Move 3/ }))
  await expect.element(screen.getByText(/3 appointments moved/)).toBeVisible()
  await expect.poll(() => practice.ops().filter(({ data }) => 'dayMove' in data).length).toBe(3)
  expect(practice.ops().flatMap(({ data }) => (data.dayMove as { reason: string } | undefined)?.reason ?? [])).toEqual(
    Array(3).fill('Rain from 10:00'),
  )
})

test('a member who may not plan sees the warning, and no offer', async () => {
  stops()
  forecast({ coldest: -2 })
  const screen = await open({ role: 'apprentice' })
  await expect.element(screen.getByText(/at 3 of 3 stops/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Move the whole day...' })).not.toBeInTheDocument()
})

test('one stop of three is no reason to move the day', async () => {
  const [covered, ann] = [yard('Barn', true), client('Ann Lloyd', PLACE)]
  for (const at of [1, 2]) visit(ann, at, { yardId: covered, callPeriod: 'PM' })
  visit(ann, 3, { callPeriod: 'PM' })
  forecast()
  const screen = await open()
  await expect.element(screen.getByText('Powered by Met Office data.')).toBeVisible()
  await expect.element(screen.getByText(/stops\.$/)).not.toBeInTheDocument()
})

test('an old forecast shows how old it is', async () => {
  stops()
  forecast({ madeAt: instantOf(today, '02:10', 'Europe/London') })
  const screen = await open()
  await expect.element(screen.getByText('Forecast of 02:10, 7 hours ago. Powered by Met Office data.')).toBeVisible()
})

test('without a forecast, or in fair weather, nothing is there', async () => {
  stops()
  const { id, ...row } = forecastOf(addDays(today, 1), PLACE, { rain: MORNING, madeAt: currentTime() })
  practice.server.write('place_forecasts', id, row)
  forecast({ rain: [] })
  const screen = await open()
  await expect.element(next(screen)).toBeVisible()
  await expect.element(screen.getByText(/Met Office|Rain|Gusts|Ice/)).not.toBeInTheDocument()
})
