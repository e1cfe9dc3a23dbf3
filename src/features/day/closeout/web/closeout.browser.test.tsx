import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { STANDARD_RATES } from '#features/records/prices/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, closeOut, horse, leaveRound, line, memberId, open, practice, sent, startRound, today } from '#testing/browser/round.tsx'

beforeEach(startRound)
afterEach(leaveRound)

const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼' }
const TRIM = { work: 'trim' }
const FRONTS = { NF: SHOE, OF: SHOE, NH: TRIM, OH: TRIM }

const worked = (horseId: string, change: object = {}) =>
  practice.server.write('work_entries', uuidv7(), {
    ...{ horseId, visitHorseId: null, memberId, workDate: addDays(today, -49), serviceType: 'Front shoes new', setup: FRONTS },
    ...{ description: null, findings: null, recommendations: null, resetsCycle: true },
    ...change,
  })
const prices = () => {
  for (const { serviceType, label, unitPence } of STANDARD_RATES)
    practice.server.write('price_items', uuidv7(), { serviceType, label, unitPence, vatRateBp: 0 })
}
const button = (screen: Awaited<ReturnType<typeof open>>, name: string | RegExp) => screen.getByRole('dialog').getByRole('button', { name })

/** Merlin is done every seven weeks with shoes in front, and Biscuit is there with him. */
function aStop() {
  const round = aRound()
  worked(round.merlin)
  practice.server.write('visit_horses', round.lines[1] ?? '', { plannedWork: null })
  prices()
  return round
}

test('two presses record every horse and finish the stop, and each row has its own way back', async () => {
  const { first, lines, biscuit } = aStop()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  // Once it is sent the server makes the charges, which this test's does not.
  practice.api.offline(true)
  await userEvent.click(button(screen, 'All 2 as planned'))
  await expect.element(screen.getByText('2 of 2 done, £235')).toBeVisible()
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent('appointments')).toHaveLength(1)
  expect(sent('visit_horses')).toMatchObject(lines.map((id) => ({ id, data: { outcome: 'done', completedAt: expect.any(String) } })))
  expect(sent('work_entries').map((op) => op.data)).toMatchObject([
    { horseId: biscuit, visitHorseId: lines[0], serviceType: 'Full set refit', workDate: today, setup: { NH: { work: 'refit' } } },
    { serviceType: 'Front shoes new', workDate: today, setup: FRONTS },
  ])
  expect(sent('appointments')[0]).toMatchObject({ id: first, data: { isCallComplete: true } })
  expect(screen.getByText('Saved as work.').elements()).toEqual([])
  await userEvent.click(button(screen, 'Undo Merlin'))
  await expect.element(screen.getByText('1 of 2 done')).toBeVisible()
  await expect.element(button(screen, 'Merlin: as last time').last()).toBeVisible()
  await expect.poll(() => sent('work_entries').map((op) => op.action)).toEqual(['CREATE', 'CREATE', 'DELETE'])
  expect(sent('visit_horses').slice(2)).toMatchObject([{ id: lines[1], data: { reopen: true } }])
  await userEvent.click(button(screen, 'Merlin: as last time').last())
  await userEvent.click(button(screen, 'Just done'))
  await expect.element(screen.getByRole('heading', { name: 'Tom Vaughan' })).toBeVisible()
  await expect.element(screen.getByText('1 of 3')).toBeVisible()
})

test('pressed faster than the device writes, each horse is recorded once and the stop is finished', async () => {
  const { first, lines } = aStop()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  const names = ['Biscuit: Full set refit, as planned', 'Merlin: As last time']
  for (const name of names) await expect.element(button(screen, name)).toBeVisible()
  const rows = names.map((name) => button(screen, name).element() as HTMLElement)
  practice.api.offline(true)
  for (const row of [...rows, ...rows]) {
    row.click()
    await Promise.resolve()
  }
  await expect.element(screen.getByText('2 of 2 done, £235')).toBeVisible()
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent('appointments')).toMatchObject([{ id: first, data: { isCallComplete: true } }])
  expect(sent('work_entries').map((op) => op.data.visitHorseId)).toEqual(lines)
  expect(sent('visit_horses').map((op) => op.id)).toEqual(lines)
})

test('horse by horse: as planned, as last time with one other shoe, without a signal', async () => {
  aStop()
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(button(screen, 'Biscuit: Full set refit, as planned'))
  await expect.element(screen.getByText('1 of 2 done')).toBeVisible()
  await expect.element(screen.getByText('£150 so far')).toBeVisible()
  await userEvent.click(button(screen, /^Merlin Front shoes new/))
  await userEvent.click(button(screen, /^OF 5¼ fullered/))
  const foot = screen.getByRole('dialog', { name: 'OF, off fore' })
  await userEvent.fill(foot.getByRole('textbox', { name: /^Size/ }), '5½')
  await userEvent.click(foot.getByRole('button', { name: 'Thrush' }))
  await userEvent.click(foot.getByRole('button', { name: 'Keep' }))
  await expect.element(screen.getByText('As last time, with 1 change')).toBeVisible()
  await expect.element(screen.getByText(/^OF: 5½, was 5¼$/)).toBeVisible()
  await userEvent.click(button(screen, 'Merlin done'))
  await userEvent.click(button(screen, 'Just done'))
  await expect.element(screen.getByText('1 of 3')).toBeVisible()
  expect(practice.ops()).toEqual([])
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent('work_entries')).toHaveLength(2)
  expect(sent('work_entries')[1]?.data).toMatchObject({
    serviceType: 'Front shoes new',
    setup: { ...FRONTS, OF: { ...SHOE, size: '5½', findings: ['Thrush'] } },
  })
})

test('a kind of work that was renamed is read by its new name and kept under its own; a removed one is not offered', async () => {
  aStop()
  const kind = (serviceType: string, change: object) =>
    practice.server.write('service_types', uuidv7(), { serviceType, label: serviceType, resetsCycle: true, isOffered: true, ...change })
  kind('Full set refit', { label: 'Refit all round', resetsCycle: false })
  kind('Hind refit', { isOffered: false })
  kind('Bar shoes', {})
  const screen = await open()
  await expect.element(screen.getByText('Refit all round', { exact: true })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(button(screen, /^Biscuit Refit all round/))
  await expect.element(screen.getByText('the cycle carries on')).toBeVisible()
  await userEvent.click(screen.getByText('Other work, findings, advice'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Service' }))
  await expect.element(screen.getByRole('option', { name: 'Bar shoes' })).toBeVisible()
  expect(screen.getByRole('option', { name: 'Hind refit' }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button(screen, 'Biscuit done, next Merlin'))
  await expect.poll(() => sent('work_entries')[0]?.data).toMatchObject({ serviceType: 'Full set refit', resetsCycle: false })
})

test('a foot can be given to its pair, and feet that make another kind of work rename and reprice it', async () => {
  aStop()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'More for Merlin' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Write down the work...' }))
  await expect.element(screen.getByText('£85', { exact: true })).toBeVisible()
  await userEvent.click(button(screen, /^NH Trim/))
  const foot = screen.getByRole('dialog', { name: 'NH, near hind' })
  await userEvent.click(foot.getByRole('button', { name: 'New shoe' }))
  await userEvent.click(foot.getByRole('checkbox', { name: 'Same on the off hind' }))
  await userEvent.click(foot.getByRole('button', { name: 'Keep' }))
  await expect.element(screen.getByRole('heading', { name: 'Full set new' })).toBeVisible()
  await expect.element(screen.getByText('£180', { exact: true })).toBeVisible()
})

test('drafts survive leaving the screen, and are cleared once recorded', async () => {
  aStop()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(button(screen, /^Biscuit Full set refit/))
  await userEvent.click(screen.getByText('Other work, findings, advice'))
  await userEvent.fill(screen.getByRole('textbox', { name: /^Recommendations/ }), 'Vet to look at NF')
  await userEvent.click(button(screen, 'Close'))
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(button(screen, 'Biscuit: Full set refit, as planned'))
  await expect.poll(() => sent('work_entries')[0]?.data).toMatchObject({ recommendations: 'Vet to look at NF', findings: null })
  expect(localStorage.getItem(Object.keys(localStorage).find((key) => key.includes('closeout/')) ?? '')).toBeNull()
})

test('a horse not done gets its reason here too, and the stop goes on with the next', async () => {
  const { lines } = aStop()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(button(screen, /^Biscuit Full set refit/))
  await userEvent.click(button(screen, 'Not done today: say why'))
  await userEvent.click(screen.getByRole('button', { name: 'Not done', exact: true }))
  await expect.element(button(screen, 'Merlin: as last time').last()).toBeVisible()
  await expect.poll(() => sent('visit_horses')).toMatchObject([{ id: lines[0], data: { outcome: 'not_done', reason: 'Not caught' } }])
})

test('a horse’s name takes one line on a phone, regardless of its button’s label', async () => {
  const { lines, merlin } = aStop()
  practice.server.write('horses', merlin, { name: 'Bluebells' })
  practice.server.write('visit_horses', lines[1] ?? '', { plannedWork: 'Lost shoe refit' })
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await expect.element(button(screen, 'Bluebells: Lost shoe refit, as planned')).toBeVisible()
  const name = screen.getByRole('region', { name: 'Bluebells' }).getByText('Bluebells', { exact: true }).element()
  expect(name.getBoundingClientRect().height).toBeLessThan(2 * Number.parseFloat(getComputedStyle(name).fontSize))
})

test('short work and own words leave the cycle as it is; only a kind with that setting starts a new one', async () => {
  const { lines } = aStop()
  practice.server.write('visit_horses', lines[0] ?? '', { plannedWork: 'Check' })
  practice.server.write('visit_horses', lines[1] ?? '', { plannedWork: 'Looked at the near hind' })
  const screen = await open()
  await closeOut(screen)
  await expect.poll(() => sent('work_entries')).toHaveLength(2)
  expect(sent('work_entries').map(({ data }) => [data.serviceType, data.resetsCycle])).toEqual([
    ['Check', false],
    ['Looked at the near hind', false],
  ])
})

test('a photo is kept with the visit, and a horse without a record starts from the kind of work', async () => {
  const { first, sarah } = aStop()
  line(first, horse('Dolly', sarah), sarah, null, { place: 2 })
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await expect.element(screen.getByRole('dialog').getByText('Trim, £35')).toBeVisible()
  await userEvent.click(button(screen, /^Biscuit Full set refit/))
  practice.api.offline(true)
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Array(3000).fill(7)])
  await userEvent.upload(screen.getByLabelText('Photo of Biscuit'), new File([bytes], 'hoof.jpg', { type: 'image/jpeg' }))
  await expect.element(screen.getByRole('button', { name: 'Photo, 1 taken' })).toBeVisible()
})

test('a foot is photographed, and a voice note about the horse fills in what differs, without a signal', async () => {
  const { first, lines, merlin } = aStop()
  practice.server.write('voice_notes', uuidv7(), {
    ...{ horseId: merlin, visitHorseId: lines[1], appointmentId: first, workEntryId: null, memberId, fileId: null, fileUrl: null },
    ...{
      fileName: 'x.webm',
      fileSize: 1,
      mime: 'audio/webm',
      serviceType: 'voice-note',
      description: '',
      durationMs: null,
      waveform: null,
    },
    ...{ recordedAt: currentTime().toISOString(), transcript: 'Off fore five and a half.', transcriptState: 'done', transcriptNote: null },
  })
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'More for Merlin' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Write down the work...' }))
  practice.api.offline(true)
  await userEvent.click(button(screen, 'Use Size OF: 5½'))
  await expect.element(screen.getByText(/^OF: 5½, was 5¼$/)).toBeVisible()
  await userEvent.click(button(screen, /^NF /))
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Array(3000).fill(7)])
  // The places for photos are loaded with the foot.
  await userEvent.click(screen.getByRole('button', { name: 'Take a photo of the near fore, heels' }))
  await userEvent.click(screen.getByRole('dialog', { name: 'Near fore, heels' }).getByRole('button', { name: 'Close' }))
  await userEvent.upload(screen.getByLabelText('Photo of the near fore of Merlin'), new File([bytes], 'hoof.jpg', { type: 'image/jpeg' }))
  await expect.element(screen.getByRole('button', { name: 'Open the photo of the near fore, heels' })).toBeVisible()
  await userEvent.click(screen.getByRole('dialog', { name: 'NF, near fore' }).getByRole('button', { name: 'Keep' }))
  await expect.element(button(screen, /^NF 1 photo/)).toBeVisible()
  const queue = await currentStore()?.queue.toArray()
  expect(queue?.map(({ data }) => data)).toMatchObject([{ horseId: merlin, appointmentId: first, foot: 'NF', view: 'heels' }])
})

test('axe finds nothing, on a phone and on a desktop, light or dark', async () => {
  aStop()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(button(screen, /^Biscuit Full set refit/))
  const looks = async (inFoot: boolean) => {
    for (const [width, theme] of LOOKS) {
      await page.viewport(width, 800)
      document.documentElement.dataset.theme = theme
      await expect.element(screen.getByRole('dialog', { name: inFoot ? 'NF, near fore' : /./ }).first()).toBeVisible()
      expect(await axeFindings(), `${width} ${theme}`).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
  }
  await looks(false)
  await userEvent.click(button(screen, /^NF /))
  await looks(true)
})
