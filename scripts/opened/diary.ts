import type { Page } from 'playwright'
import { cast } from '#db/cast.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { type Opened, press } from './steps.ts'

/** The diary, a visit and a day. */
export const DIARY: Opened = {
  'calendar-day': (page) => page.goto('/calendar?view=day'),
  'calendar-6-day': (page) => page.goto('/calendar?view=6-day'),
  'calendar-week': (page) => page.goto('/calendar?view=week'),
  'calendar-month': (page) => page.goto('/calendar?view=month'),
  'visit-popover': visit,
  'visit-new': (page) => press(page, '/calendar', 'New Appointment'),
  'visit-edit': async (page) => {
    await visit(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog', { name: /Edit/ }).waitFor()
  },
  'visit-move': async (page) => {
    await visit(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Move to/ })
      .click()
  },
  'visit-card': visitCard,
  'visit-card-page': async (page) => {
    await visitCard(page)
    await page.goto((await cardLink(page).getAttribute('href')) ?? '')
  },
  'visit-money': visitMoney,
  'visit-payment': async (page) => {
    await visitMoney(page)
    await page.getByRole('button', { name: 'Take payment' }).first().click()
    await page.getByRole('dialog', { name: /^Payment from/ }).waitFor()
  },
  'visit-card-gone': (page) => page.goto('/visit/taken-back'),
  'day-menu': dayMenu,
  'day-move': async (page) => {
    await dayMenu(page)
    await page.getByRole('menuitem', { name: /Move the whole day/ }).click()
    await page.getByRole('dialog').waitFor()
  },
  'time-off': (page) => press(page, '/calendar', 'Take time off'),
}

/** Opens the first visit of next week, which is still to come. */
async function visit(page: Page) {
  await page.goto(nextWeek())
  await page
    .getByRole('main')
    .getByRole('button', { name: /\d\d:\d\d to/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
}

/** A visit to a horse in the diary, and no entry of one's own. */
const aVisit = (page: Page) =>
  page
    .locator('main [data-visit]')
    .filter({ hasText: /trim|refit|shoes new/ })
    .first()

/** Opens the cards of a visit of last week, which is finished. */
async function visitCard(page: Page) {
  await page.goto(`/calendar?date=${addDays(dayOf(currentTime(), cast.practice.zone), -7)}`)
  await aVisit(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Visit card' }).click()
  await cardLink(page).waitFor()
}

/** Opens the money of a visit of last week, which is finished. */
async function visitMoney(page: Page) {
  await page.goto(`/calendar?date=${addDays(dayOf(currentTime(), cast.practice.zone), -7)}`)
  await aVisit(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Money' }).click()
  await page.getByRole('button', { name: 'Take payment' }).first().waitFor()
}

const cardLink = (page: Page) => page.getByRole('link', { name: /^Open .+'s card$/ }).first()

const nextWeek = () => `/calendar?date=${addDays(dayOf(currentTime(), cast.practice.zone), 7)}`

async function dayMenu(page: Page) {
  await page.goto(nextWeek())
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem').first().waitFor()
}
