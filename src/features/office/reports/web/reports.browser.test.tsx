import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Export } from '#features/office/exports/contract.ts'
import { type ReportCharts, type ReportPreview, reportEndpoints } from '#features/office/reports/contract.ts'
import { ReportsPage } from '#features/office/reports/web/ReportsPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
const year = today.slice(0, 4)
const sarah = uuidv7()
const days = { from: `${year}-01-01`, to: today }

let practice: ReturnType<typeof fakePractice>
let asked: Record<string, unknown>[]
let files: Export[]
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  const { server, api } = practice
  server.write('clients', sarah, clientRow({ name: 'Sarah Penrose' }))
  server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId: sarah }))
  ;[asked, files] = [[], []]
  api
    .on(reportEndpoints.preview, ({ query }) => {
      asked.push(query)
      return query.type === 'revenue-summary' ? REVENUE : HORSES
    })
    .on(reportEndpoints.stats, () => STATS)
    .on(reportEndpoints.charts, () => CHARTS)
    .on(reportEndpoints.list, () => files)
    .on(reportEndpoints.remove, ({ params }) => {
      files = files.filter(({ id }) => id !== params.id)
      return undefined
    })
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

const HORSES: ReportPreview = {
  ...days,
  columns: [
    { key: 'horse', head: 'Horse', kind: 'text' },
    { key: 'owner', head: 'Owner', kind: 'text' },
    { key: 'lastOn', head: 'Last service', kind: 'day' },
    { key: 'charged', head: 'Charged', kind: 'money' },
  ],
  rows: [
    ['Biscuit', 'Sarah Penrose', '2026-10-12', 7000],
    ['Merlin', 'Owen Pritchard', null, 0],
  ],
  total: 2,
  facts: [],
  notes: [],
}
const fact = (label: string, value: number, isTotal = false) => ({ label, kind: 'money' as const, value, isTotal })
const REVENUE: ReportPreview = {
  ...HORSES,
  total: 1240,
  facts: [
    fact('Work', 6_120_500),
    fact('Call-outs', 145_000),
    fact('Total', 6_265_500, true),
    fact('Invoiced', 6_200_000),
    fact('Paid or credited', -5_985_500),
    fact('Owed', 214_500, true),
  ],
}
const STATS = {
  ...days,
  ...{ revenuePence: 6_265_500, revenueBeforePence: 5_801_400, horsesSeen: 1186, stops: 312, horsesAtStops: 1186 },
  ...{ onTime: 86, wereDue: 100, owedPence: 214_500, owedOver30Pence: 42_000 },
}
const POUNDS = [3900, 4200, 5100, 5600, 6200, 6800, 6400, 5900, 6100, 6900, 6665, 0]
const CHARTS: ReportCharts = {
  ...days,
  months: POUNDS.map((pounds, at) => ({
    month: `${year}-${String(at + 1).padStart(2, '0')}`,
    pence: at < Number(today.slice(5, 7)) ? pounds * 100 : 0,
    beforePence: pounds * 90,
    bookedPence: at === Number(today.slice(5, 7)) - 1 ? 75_000 : 0,
  })),
  work: [
    { label: 'Full set refit', count: 17, pence: 255_000 },
    { label: 'Trim', count: 31, pence: 108_500 },
    ...['Front refit', 'Hind refit', 'Call-outs', 'Mileage', 'Tidy up', 'Check'].map((label) => ({ label, count: 1, pence: 1000 })),
  ],
  cycle: { early: 0, onTime: 86, late: 10, later: 4, latest: [{ horseId: uuidv7(), name: 'Kestrel', onDay: '2026-11-02', daysLate: 20 }] },
  visits: [{ month: `${year}-01`, done: 40, cancelled: 3, noShow: 1 }],
  debtors: [
    { label: 'Not due yet', pence: 102_500, invoices: 4 },
    { label: 'Up to 30 days', pence: 70_000, invoices: 2 },
    { label: '31 to 60 days', pence: 42_000, invoices: 1 },
    { label: '61 to 90 days', pence: 0, invoices: 0 },
    { label: 'Over 90 days', pence: 0, invoices: 0 },
  ],
  farriers: null,
}

async function open(search = '', change: Partial<CurrentUser> = {}) {
  history.replaceState(null, '', `/reports${search}`)
  await practice.signIn(change)
  return render(
    <Queries>
      <main>
        <ReportsPage />
      </main>
      <Toaster />
    </Queries>,
  )
}

test('the address names a report; its sums, figures and charts are shown, and every chart has its table', async () => {
  const screen = await open('?type=revenue-summary&range=this-year')
  await expect.element(screen.getByRole('combobox', { name: 'Report type' })).toHaveValue('revenue-summary')
  const preview = screen.getByRole('region', { name: 'Report preview' })
  await expect.element(preview.getByText('£61,205')).toBeVisible()
  await expect.element(preview.getByText('1,240 lines')).toBeVisible()
  await expect.element(screen.getByText('up 8% on last year')).toBeVisible()
  await expect.element(screen.getByText('3.8 a stop')).toBeVisible()
  await expect.element(screen.getByText('£420 over 30 days')).toBeVisible()
  await expect.element(screen.getByText('within a week of the due date')).toBeVisible()
  const others = screen.getByText('All others', { exact: true })
  await expect.element(others).toBeVisible()
  expect(others.element().closest('li')?.textContent).toBe('All others£30')
  for (const title of ['Revenue by month', 'Work by type', 'Cycle adherence', 'No-shows', 'Debtor ages']) {
    const chart = screen.getByRole('region', { name: title, exact: true })
    await chart.getByRole('button', { name: 'Show the figures' }).click()
    await expect.element(chart.getByRole('table', { name: title })).toBeVisible()
  }
  await expect.element(screen.getByRole('row', { name: 'Trim 31 £1,085' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'All 54 £3,695' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('a year without a previous one to compare with is marked in the figures and in the chart', async () => {
  practice.api
    .on(reportEndpoints.stats, () => ({ ...STATS, revenueBeforePence: null }))
    .on(reportEndpoints.charts, () => ({ ...CHARTS, months: (CHARTS.months ?? []).map((month) => ({ ...month, beforePence: null })) }))
  const screen = await open('?type=revenue-summary&range=this-year')
  await expect.element(screen.getByRole('region', { name: 'Quick Stats' }).getByText('Nothing to compare with')).toBeVisible()
  const chart = screen.getByRole('region', { name: 'Revenue by month', exact: true })
  await expect.element(chart.getByText('Nothing to compare with', { exact: true })).toBeVisible()
  await chart.getByRole('button', { name: 'Show the figures' }).click()
  await expect.element(chart.getByRole('columnheader', { name: `${Number(year) - 1}` })).not.toBeInTheDocument()
})

test('the words of the chart compare a year under way with all of the one before, and a past year as a whole', async () => {
  const last = Number(year) - 1
  const screen = await open('?type=revenue-summary&range=this-year')
  const figure = screen.getByRole('region', { name: 'Revenue by month', exact: true }).getByRole('figure')
  await expect.element(figure).toHaveAccessibleName(new RegExp(`So far in ${year} revenue was .* In all of ${last} it was £57,388\\.50`))
  practice.api.on(reportEndpoints.charts, () => ({
    ...CHARTS,
    months: (CHARTS.months ?? []).map((one) => ({ ...one, month: `${last}${one.month.slice(4)}` })),
  }))
  await screen.getByRole('combobox', { name: 'Date range' }).selectOptions('this-month')
  await expect.element(figure).toHaveAccessibleName(new RegExp(`In ${last} revenue was .* The year before it was £57,388\\.50`))
})

test('a custom range is fetched once both its days are given and in order, and shows its fault until then', async () => {
  const screen = await open('?type=horse-summary')
  await expect.element(screen.getByText('Biscuit')).toBeVisible()
  const before = asked.length
  await screen.getByRole('combobox', { name: 'Date range' }).selectOptions('custom')
  await expect.element(screen.getByText('Choose the first and the last day.')).toBeVisible()
  await screen.getByLabelText('From').fill('2026-05-01')
  await screen.getByLabelText('To').fill('2026-04-01')
  await expect.element(screen.getByText('The last day is before the first.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'PDF' })).toBeDisabled()
  expect(asked.length).toBe(before)
  await screen.getByLabelText('To').fill('2026-05-31')
  await expect.poll(() => asked.at(-1)).toEqual({ type: 'horse-summary', range: 'custom', from: '2026-05-01', to: '2026-05-31' })
  expect(location.search).toContain('from=2026-05-01')
})

test('an export shows how far it is, can be stopped, and one that is ready can be fetched', async () => {
  const stamp = currentTime().toISOString()
  const made = (state: Export['state'], fileName: string, change: Partial<Export> = {}): Export => ({
    ...{ id: uuidv7(), kind: 'report', clientId: null, requestId: null, state, handled: 0, total: 0, fileName },
    ...{ bytes: null, problem: null, createdAt: stamp, stateAt: stamp, diesAt: null },
    ...change,
  })
  files = [made('done', 'Horse summary.pdf', { bytes: 120_000, diesAt: stamp })]
  practice.api.on(reportEndpoints.start, ({ body }) => {
    const started = made('running', `Horse summary.${body.format}`, { handled: 500, total: 2000 })
    files = [started, ...files]
    return started
  })
  const screen = await open('?type=horse-summary')
  await expect
    .element(screen.getByRole('link', { name: 'Download Horse summary.pdf' }))
    .toHaveAttribute('href', `/api/reports/${files[0]?.id}/file`)
  await screen.getByRole('button', { name: 'CSV' }).click()
  await expect.element(screen.getByRole('progressbar', { name: 'Horse summary.csv' })).toHaveAttribute('aria-valuenow', '25')
  await screen.getByRole('button', { name: 'Stop Horse summary.csv' }).click()
  await expect.element(screen.getByRole('progressbar')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'See the rows' }).click()
  await expect.element(screen.getByRole('dialog').getByRole('cell', { name: '£70.00' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('the screen opens on revenue, and for who sees no money or has a smaller plan on the first report there is', async () => {
  const type = (screen: Awaited<ReturnType<typeof open>>) => screen.getByRole('combobox', { name: 'Report type' })
  const owner = await open()
  await expect.element(type(owner)).toHaveValue('revenue-summary')
  await expect.poll(() => asked.map((query) => query.type)).toEqual(['revenue-summary'])
  await owner.unmount()
  const apprentice = await open('', { role: 'apprentice' })
  await expect.element(type(apprentice)).toHaveValue('horse-summary')
  await apprentice.unmount()
  const { practice: its } = await practice.signIn({})
  const essential = await open('', { isTestVersion: false, practice: { ...its, tier: 'essential', trialEndsOn: null } })
  await expect.element(type(essential)).toHaveValue('horse-summary')
  await expect.element(essential.getByText('Biscuit')).toBeVisible()
})

test('on a phone the figures come before the filters, and everything fits', async () => {
  await page.viewport(375, 812)
  const screen = await open()
  const top = (name: string) => screen.getByRole('region', { name }).element().getBoundingClientRect().top
  await expect.element(screen.getByText('up 8% on last year')).toBeInViewport()
  await expect.element(screen.getByRole('region', { name: 'Report preview' }).getByText('£61,205')).toBeVisible()
  expect(top('Quick Stats')).toBeLessThan(top('Report configuration'))
  expect(top('Report configuration')).toBeLessThan(top('Report preview'))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  expect(await axeFindings()).toEqual([])
})

test('a smaller plan has the basic reports, and shows which plan has the others; offline the screen shows it', async () => {
  const { practice: its } = await practice.signIn({})
  const plan = { ...its, tier: 'essential' as const, trialEndsOn: null }
  const screen = await open('?type=service-history', { isTestVersion: false, practice: plan })
  await expect.element(screen.getByRole('region', { name: 'Advanced reports: part of Professional' }).first()).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'PDF' })).toBeDisabled()
  await screen.getByRole('combobox', { name: 'Report type' }).selectOptions('horse-summary')
  await expect.element(screen.getByText('Biscuit')).toBeVisible()
  expect(practice.api.requests.some((request) => request.includes('/api/reports/charts'))).toBe(false)
  practice.api.offline(true)
  await screen.getByRole('combobox', { name: 'Date range' }).selectOptions('this-month')
  await expect.element(screen.getByText(/They're back as soon as you have signal/)).toBeVisible()
})
