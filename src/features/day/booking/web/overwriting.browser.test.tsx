import { afterEach, beforeEach, expect, test } from 'vitest'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { readRow, readRows } from '#platform/web/use-rows.ts'
import { EditOf } from '#testing/browser/EditOf.tsx'
import { show, visitsPractice, WED } from '#testing/browser/visits.tsx'
import '#ui/styles.css'

let practice: Awaited<ReturnType<typeof visitsPractice>>
beforeEach(async () => {
  practice = await visitsPractice()
})
afterEach(() => practice.leave())

test('prompts before it saves over what another tab made of the same field', async () => {
  const id = practice.visit(WED, '08:00', '08:20', { title: 'Otis' })
  await practice.enter()
  const screen = await show(<EditOf day={WED} />)
  await screen.getByLabelText('Title').fill('Otis and Finn')
  await record([{ action: 'UPDATE', entity: 'appointments', id, data: { title: 'Otis, trim' } }])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/was also changed elsewhere while you had it open/)).toBeVisible()
  expect((await readRow<KnownVisit>('appointments', id))?.title).toBe('Otis, trim')
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await readRow<KnownVisit>('appointments', id))?.title).toBe('Otis and Finn')
})

test.each(['open', 'left, and opened again'])(
  'asks before it saves over what another tab planned for the same horse, and leaves a horse alone that came there, while it is %s',
  async (how) => {
    const marcus = practice.client('Marcus Yeo')
    const [solo, kestrel] = ['Solo', 'Kestrel'].map((name) => practice.horse(name, marcus, {}))
    const id = practice.visit(WED, '08:00', '08:20', { title: 'My own words', clientId: marcus })
    const line = practice.line(id, solo ?? '', { plannedWork: 'Trim' })
    await practice.enter()
    const first = await show(<EditOf day={WED} />)
    await first.getByLabelText('Work for Solo').selectOptions('Full set new')
    if (how !== 'open') await first.unmount()
    await record([
      { action: 'UPDATE', entity: 'visit_horses', id: line, data: { plannedWork: 'Refit' } },
      {
        action: 'CREATE',
        entity: 'visit_horses',
        data: { appointmentId: id, horseId: kestrel, clientId: marcus, plannedWork: 'Trim', place: 1 },
      },
    ])
    const screen = how === 'open' ? first : await show(<EditOf day={WED} />)
    const planned = async () =>
      (await readRows<VisitHorse>('visit_horses', { appointmentId: id }))?.map(({ plannedWork }) => plannedWork).toSorted()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/was also changed elsewhere while you had it open/)).toBeVisible()
    expect(await planned()).toEqual(['Refit', 'Trim'])
    await screen.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(planned).toEqual(['Full set new', 'Trim'])
  },
)
