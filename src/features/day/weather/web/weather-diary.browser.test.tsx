import { afterEach, beforeEach, expect, test } from 'vitest'
import { instantOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { calendar, closeDiary, hold, openDiary, TUE, visit, WED, ZONE } from '#testing/browser/diary.tsx'
import { forecastOf } from '#testing/browser/forecast.ts'
import '#ui/styles.css'

beforeEach(openDiary)
afterEach(closeDiary)

const PLACE = { lat: 52.2, lng: -2.8 }
const yard = uuidv7()
const hasCover = (value: boolean | null) => hold('yards', { id: yard, name: 'Hollybush', ...PLACE, hasCover: value, hasLights: true })
const rains = () => hold('place_forecasts', { ...forecastOf(WED, PLACE, { rain: [9, 10, 11], madeAt: instantOf(WED, '05:00', ZONE) }) })

test('the day view shows the weather on each visit, on a short one as a sign with its words, and offers to move the day', async () => {
  await hasCover(false)
  await rains()
  await visit(WED, 'Otis', { at: '09:00', to: '10:30', yardId: yard })
  await visit(WED, 'Kestrel', { at: '10:45', to: '11:15', yardId: yard })
  await visit(WED, 'Duchess', { isCallOnly: true, callPeriod: 'AM', yardId: yard })
  await visit(WED, 'Solo', { at: '14:00', to: '15:00', yardId: yard })
  const { screen, card } = await calendar(`view=day&date=${WED}`)
  await expect.element(card('Otis').getByText('Rain 09:00 to 12:00')).toBeVisible()
  await expect.element(card('Kestrel').getByText('Rain 09:00 to 12:00')).toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /Duchess/ }).getByText('Rain 09:00 to 12:00')).toBeVisible()
  await expect.element(card('Solo').getByText(/Rain/)).not.toBeInTheDocument()
  await expect.element(screen.getByText('Rain all morning, at 3 of 4 stops.')).toBeVisible()
  await expect.element(screen.getByText('Powered by Met Office data.').first()).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Move the whole day...' }).click()
  await expect.element(screen.getByLabelText('Why, in own words')).toHaveValue('Rain all morning')
})

test('a week is left as it is, and the list of a day chosen in it shows the weather', async () => {
  await hasCover(null)
  await rains()
  await visit(WED, 'Otis', { at: '09:00', to: '10:30', yardId: yard })
  const { screen, card } = await calendar(`view=week&date=${TUE}`)
  await screen.getByRole('button', { name: /^Wed/ }).first().click()
  const list = screen.getByRole('list', { name: shortDay(WED) })
  await expect.element(list.getByText('Rain 09:00 to 12:00')).toBeVisible()
  await expect.element(card('Otis').getByText(/Rain/)).not.toBeInTheDocument()
  await expect.element(screen.getByText('Powered by Met Office data.').first()).toBeVisible()
})

test('under cover nothing is shown', async () => {
  await hasCover(true)
  await rains()
  await visit(WED, 'Otis', { at: '09:00', to: '10:30', yardId: yard })
  const { screen, card } = await calendar(`view=day&date=${WED}`)
  await expect.element(card('Otis')).toBeVisible()
  await expect.element(screen.getByText(/Met Office|Rain/)).not.toBeInTheDocument()
})
