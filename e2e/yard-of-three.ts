import type { Page } from 'playwright'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { recordByHand } from '#testing/e2e-practice.ts'

const ZONE = 'Europe/London'

/** Three horses of three owners at one yard. */
export const HORSES = [
  { name: 'Biscuit', owner: 'Sarah Penrose', phone: '07700 900118', work: 'Full set refit' },
  { name: 'Merlin', owner: 'Tom Vaughan', phone: '07700 900119', work: 'Front shoes new' },
  { name: 'Dolly', owner: 'Ann Lloyd', phone: '07700 900120', work: 'Trim' },
]

/** Two stops of a day: Hollybush with the three horses, each seven weeks after its last work, then Upper Court. */
export async function bookYardOfThree(page: Page, today: Day) {
  const [yardId, other] = [uuidv7(), uuidv7()]
  const horses = HORSES.map((horse) => ({ ...horse, id: uuidv7(), clientId: uuidv7() }))
  const { startTime, endTime } = whenOn(today, '08:00', '08:00', ZONE)
  const stop = (callNumber: number) => ({ isCallOnly: true, callNumber, callPeriod: 'AM', startTime, endTime })
  const first = horses[0]?.clientId
  await recordByHand(page, [
    horses.map(
      ({ clientId, owner, phone }) => ({ action: 'CREATE', entity: 'clients', id: clientId, data: { name: owner, phone } }) as const,
    ),
    [
      { action: 'CREATE', entity: 'yards', id: yardId, data: { name: 'Hollybush Farm' } },
      { action: 'CREATE', entity: 'yards', id: other, data: { name: 'Upper Court' } },
    ],
    horses.map(
      ({ id, name, clientId }) => ({ action: 'CREATE', entity: 'horses', id, data: { name, clientId, yardId, cycleDays: 42 } }) as const,
    ),
    horses.map(({ id, work }) => {
      const data = { horseId: id, serviceType: work, workDate: addDays(today, -49) }
      return { action: 'CREATE', entity: 'work_entries', data } as const
    }),
    [
      {
        action: 'CREATE',
        entity: 'appointments',
        data: { title: 'Hollybush', clientId: first, yardId, ...stop(1), horses: horses.map(({ id }) => ({ horseId: id })) },
      },
      { action: 'CREATE', entity: 'appointments', data: { title: 'Upper Court', clientId: first, yardId: other, ...stop(2) } },
    ],
  ])
}

/** Goes on with the round in the evening, when the screen offers to close the day. */
export async function stayOut(page: Page) {
  const stillOut = page.getByRole('button', { name: "I'm still out" })
  const ofStop = page.getByRole('button', { name: /^(On my way|Done)/ }).first()
  await stillOut.or(ofStop).first().waitFor()
  if (await stillOut.isVisible()) await stillOut.click()
}
