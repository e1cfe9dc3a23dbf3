import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorseSummaryPage } from '#app/pages/horse-summary/HorseSummaryPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
let practice: ReturnType<typeof fakePractice>
let biscuit: string
beforeEach(() => {
  practice = fakePractice()
  const clientId = practice.server.write('clients', uuidv7(), { name: 'Sarah Penrose', businessName: null, isActive: true })
  biscuit = practice.server.write(
    'horses',
    uuidv7(),
    horseRow({
      name: 'Biscuit',
      clientId,
      breed: 'Connemara',
      color: 'Dun',
      birthYear: Number(today.slice(0, 4)) - 11,
      vetName: 'Towy Vets',
      vetPhone: '01550 720 120',
      ueln: '826002111234567',
      microchip: '985112003456789',
      flags: ['kicks'],
      temperament: 'Hold him, no twitch.',
      cycleDays: 42,
      lastService: addDays(today, -10),
      lastServiceType: 'Front shoes new',
      nextDue: addDays(today, 32),
    }),
  )
})
afterEach(() => practice.leave())

const [shoe, trim] = [{ work: 'new', size: '5¼', shoe: 'Fullered' }, { work: 'trim' }]
const work = (daysAgo: number, change: object = {}) =>
  practice.server.write('work_entries', uuidv7(), {
    horseId: biscuit,
    workDate: addDays(today, -daysAgo),
    serviceType: 'Front shoes new',
    description: null,
    findings: null,
    recommendations: null,
    resetsCycle: true,
    visitHorseId: null,
    memberId: uuidv7(),
    setup: { NF: shoe, OF: shoe, NH: trim, OH: trim },
    ...change,
  })

function open(horseId: string) {
  history.replaceState(null, '', `/horse-summary?horse=${horseId}`)
  return render(
    <main>
      <HorseSummaryPage />
    </main>,
  )
}

for (const width of [375, 1280])
  test(`a vet reads the horse, its feet, and the work of a year or of all its time, without a signal, ${width} px`, async () => {
    await page.viewport(width, 900)
    const memberId = practice.server.write('members', uuidv7(), { name: 'Gareth Probert', role: 'owner', initials: 'GP', isActive: true })
    const padded = { NF: { ...shoe, pad: 'Leather pad', findings: ['Thrush'] }, OF: shoe, NH: trim, OH: trim }
    work(10, { setup: padded, memberId, recommendations: 'Keep the bed dry' })
    work(60)
    work(500, { findings: 'Cracked heel' })
    await practice.signIn()
    const screen = await open(biscuit)
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Biscuit' })).toBeVisible()
    practice.api.offline(true)
    for (const text of ['Sarah Penrose', 'Towy Vets, 01550 720 120', '826002111234567', 'Mind: kicks', 'Every 6 weeks'])
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('region', { name: `Feet as left on ${dayAndYear(addDays(today, -10))}` })).toBeVisible()
    const list = screen.getByRole('list', { name: 'Work' })
    for (const text of [
      'Gareth Probert',
      'NF: leather pad added',
      'Found NF: Thrush',
      'Advised Keep the bed dry',
      'NF, OF: 5¼ fullered; NH, OH: Trim',
    ])
      await expect.element(list.getByText(text, { exact: true })).toBeVisible()
    await expect.element(list.getByText('Found Cracked heel')).not.toBeInTheDocument()
    await screen.getByLabelText('How far back').selectOptions('All')
    await expect.element(list.getByText('Found Cracked heel')).toBeVisible()
    await expect.element(list.getByText('All four feet as before')).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })

test('a horse without work, with none lately, and one that is not here each say so', async () => {
  const pip = practice.server.write('horses', uuidv7(), horseRow({ name: 'Pip', clientId: uuidv7() }))
  work(500)
  await practice.signIn()
  for (const [horseId, words] of [
    [biscuit, `Nothing in this time. The last was on ${dayAndYear(addDays(today, -500))}.`],
    [pip, 'Nothing on record yet.'],
    [uuidv7(), "That horse isn't on this device"],
  ] as const) {
    const screen = await open(horseId)
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.unmount()
  }
})

test('the vet’s plan is on it that the owner may read: the last, not one that is kept back, withdrawn, or of a former owner’s time', async () => {
  const plan = (daysAgo: number, body: string, change: object = {}) =>
    practice.server.write('care_notes', uuidv7(), {
      ...{ horseId: biscuit, authorName: 'Mia Bevan', authorRole: 'vet', kind: 'plan', replyToId: null, body, figures: null, filmId: null },
      ...{ plan: { NF: { wedgeTenths: 30 } }, reviewOn: null, ownerSeesFrom: null, memberId: null, takenAt: null, takenBy: null },
      ...{ saidAt: `${addDays(today, -daysAgo)}T10:00:00.000Z`, withdrawnAt: null, ...change },
    })
  plan(1, 'Kept back', { ownerSeesFrom: addDays(today, 13) })
  plan(2, 'Withdrawn', { withdrawnAt: `${today}T10:00:00.000Z` })
  plan(3, 'Broken back axis')
  plan(4, 'From before')
  const pip = practice.server.write(
    'horses',
    uuidv7(),
    horseRow({
      name: 'Pip',
      clientId: 'now',
      owners: [
        { clientId: 'then', fromOn: addDays(today, -90), toOn: addDays(today, -10) },
        { clientId: 'now', fromOn: addDays(today, -10), toOn: null },
      ],
    }),
  )
  plan(30, 'Of the old owner', { horseId: pip })
  await practice.signIn()
  const screen = await open(biscuit)
  const sheet = screen.getByRole('region', { name: 'Vet’s plan' })
  await expect.element(sheet.getByText('Broken back axis')).toBeVisible()
  await expect.element(sheet.getByText('Near fore: 3° wedge')).toBeVisible()
  for (const text of ['Kept back', 'Withdrawn', 'From before']) expect(screen.getByText(text).elements()).toEqual([])
  expect(await axeFindings()).toEqual([])
  await screen.unmount()
  const other = await open(pip)
  await expect.element(other.getByRole('heading', { level: 1, name: 'Pip' })).toBeVisible()
  await expect.element(other.getByText('Nothing on record yet.')).toBeVisible()
  expect(other.getByText('Of the old owner').elements()).toEqual([])
})
