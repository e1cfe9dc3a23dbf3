import { expect, test } from 'vitest'
import { diaryOf } from '#features/day/diary/web/use-diary.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'

const DAY = '2026-11-24'
const visit = (more: Partial<VisitRow>) =>
  ({
    id: 'v',
    title: '',
    clientId: 'marcus',
    yardId: null,
    memberId: 'gareth',
    location: 'The new forge',
    status: 'booked',
    isCallOnly: false,
    roundRank: null,
    asWas: null,
    ...whenOn(DAY, '13:00', '14:00', 'Europe/London'),
    ...more,
  }) as KnownVisit
const shown = (one: KnownVisit) => {
  const clients = [{ id: 'marcus', name: 'Marcus Renamed' }] as never
  return diaryOf({ from: DAY, to: DAY, today: DAY, visits: [one], lines: [], clients, members: [] }).get(DAY)?.shown[0]
}

test('on the device a finished visit shows client and place as they were, an open one as they are', () => {
  const asWas = { clientName: 'Marcus Yeo', location: 'Old Forge', yardName: null }
  expect(shown(visit({ status: 'done', isCallComplete: true, asWas }))).toMatchObject({
    title: 'Marcus Yeo',
    clientName: 'Marcus Yeo',
    where: 'Old Forge',
  })
  expect(shown(visit({}))).toMatchObject({ title: 'Marcus Renamed', clientName: 'Marcus Renamed', where: 'The new forge' })
})
