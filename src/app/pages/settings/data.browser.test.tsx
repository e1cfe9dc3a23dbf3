import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { DataPage } from '#app/pages/settings/DataPage.tsx'
import { type Erasure, erasureEndpoints, type LongGone, type Retention } from '#features/office/erasure/contract.ts'
import { type Export, exportEndpoints } from '#features/office/exports/contract.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

const DONE: Export = {
  id: 'e1',
  kind: 'practice',
  clientId: null,
  requestId: null,
  state: 'done',
  handled: 120,
  total: 120,
  fileName: 'Probert Farriery, 2026-11-22.zip',
  bytes: 48_200_000,
  problem: null,
  createdAt: '2026-11-22T09:00:00Z',
  stateAt: '2026-11-22T09:01:00Z',
  diesAt: '2026-11-23T09:01:00Z',
}
const ERASED: Erasure = {
  id: 'x1',
  clientId: 'c1',
  requestId: null,
  state: 'done',
  handled: 2,
  total: 2,
  goes: [
    { what: 'horses', count: 2 },
    { what: 'text or e-mail', count: 1 },
  ],
  stays: [],
  stillNamed: [],
  problem: null,
  createdAt: '2026-11-20T09:00:00Z',
  stateAt: '2026-11-20T09:01:00Z',
}

let practice: ReturnType<typeof fakePractice>
let exports: Export[]
let kept: Retention
let gone: LongGone[]
beforeEach(() => {
  practice = fakePractice()
  exports = []
  kept = { textsDays: 365, messagesDays: 1095, answersDays: 365, openingsDays: 730, exportsDays: 1, inactiveYears: 6 }
  gone = [
    { id: 'c7', name: 'Meredith Vaughan', lastOn: '2019-03-14', horses: 1 },
    { id: 'c8', name: 'Ivor Beddoes', lastOn: null, horses: 0 },
  ]
  practice.api
    .on(exportEndpoints.list, () => exports)
    .on(erasureEndpoints.retention, () => kept)
    .on(erasureEndpoints.longGone, () => gone)
    .on(erasureEndpoints.list, () => [ERASED])
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

const open = () =>
  render(
    <Queries>
      <main>
        <DataPage />
      </main>
      <Toaster />
    </Queries>,
  )

test('everything is put together on the press of a button, with its progress, and can then be downloaded', async () => {
  await practice.signIn({})
  practice.api.on(exportEndpoints.startAll, () => {
    exports = [{ ...DONE, state: 'running', handled: 30, bytes: null, diesAt: null }]
    return exports[0] as Export
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Export everything' }).click()
  await expect.element(screen.getByRole('button', { name: 'Putting it together...' })).toBeVisible()
  await expect.element(screen.getByText('30 of 120 files')).toBeVisible()
  await expect.element(screen.getByRole('progressbar', { name: DONE.fileName })).toHaveAttribute('aria-valuenow', '25')
  exports = [DONE]
  const download = screen.getByRole('link', { name: 'Download' })
  await expect.element(download).toHaveAttribute('href', '/api/exports/e1/file')
  await expect.element(screen.getByText('48 MB, until Mon 23 Nov, 09:01')).toBeVisible()
  practice.api.on(exportEndpoints.remove, () => undefined)
  await screen.getByRole('button', { name: `Remove ${DONE.fileName}` }).click()
  await expect.element(download).not.toBeInTheDocument()
})

test('an erasure that failed shows why, and is retried from here', async () => {
  await practice.signIn({})
  let state: Erasure['state'] = 'failed'
  const problem = 'Something went wrong on the server, and no record has been erased yet. Try again.'
  practice.api.on(erasureEndpoints.list, () => [{ ...ERASED, id: 'x2', state, problem }])
  const tried: string[] = []
  practice.api.on(erasureEndpoints.retry, ({ params }) => {
    tried.push(params.id)
    state = 'queued'
    return { ...ERASED, id: 'x2', state, problem: null }
  })
  const screen = await open()
  const said = screen.getByText("The erasure requested on 20 Nov 2026 didn't work. Something went wrong", { exact: false })
  await expect.element(said).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(said).not.toBeInTheDocument()
  expect(tried).toEqual(['x2'])
})

test('a calendar elsewhere that still names an erased client is pointed out', async () => {
  await practice.signIn({})
  const sentence = "Gareth's Apple and CalDAV is switched off: 3 entries there still name them. They're taken out when it's on again."
  practice.api.on(erasureEndpoints.list, () => [{ ...ERASED, stillNamed: [sentence] }])
  const screen = await open()
  await expect.element(screen.getByText(`A client was erased on 20 Nov 2026. ${sentence}`)).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('how long words are kept is decided here, and who no longer comes is proposed and stays', async () => {
  await practice.signIn({})
  exports = [DONE]
  let saved: Retention | undefined
  practice.api.on(erasureEndpoints.changeRetention, ({ body }) => {
    saved = body
    return body
  })
  const screen = await open()
  await expect.element(screen.getByRole('link', { name: 'Meredith Vaughan' })).toHaveAttribute('href', '/clients?client=c7')
  await expect.element(screen.getByText('last on 14 Mar 2019, 1 horse')).toBeVisible()
  await expect.element(screen.getByText('A client was erased on 20 Nov 2026')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByLabelText('Messages').fill('20')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Whole numbers from 30 to 3,650')).toBeVisible()
  expect(saved).toBeUndefined()
  await screen.getByLabelText('Messages').fill('730')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Anything older goes tonight.')).toBeVisible()
  expect(saved).toEqual({ ...kept, messagesDays: 730 })
})

test('a farrier who is no owner, and anyone without a signal, sees the reason in its place', async () => {
  await practice.signIn({ role: 'farrier' })
  const screen = await open()
  await expect.element(screen.getByText("Only the practice's owner can export its data")).toBeVisible()
  await screen.unmount()
  await practice.signIn({})
  practice.api.offline(true)
  const away = await open()
  await expect.element(away.getByText("You're offline. The server puts it together when you're connected.")).toBeVisible()
  await expect.element(away.getByRole('button', { name: 'Export everything' })).toBeDisabled()
})
