import { expect, test } from 'vitest'
import { timelineOf } from '#app/pages/horses/timeline.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import type { KnownWork } from '#features/visits/work/web/data.ts'

const horse = { owners: [], pauses: [], goneOn: null, goneReason: null }
const work = (workDate: string) => ({ id: workDate, workDate, serviceType: 'Trim' }) as KnownWork
const line = (change: Partial<VisitHorse>) => ({ id: 'l1', outcome: null, completedAt: null, reason: null, ...change }) as VisitHorse
const kinds = (parts: Partial<Parameters<typeof timelineOf>[0]>) =>
  timelineOf({ horse, work: [], lines: [], zone: 'Europe/London', ...parts }).map((moment) => `${moment.day} ${moment.kind}`)

test('everything on record is listed newest first', () => {
  const owners = [
    { clientId: 'sarah', fromOn: '2024-05-01', toOn: '2026-10-06' },
    { clientId: 'tom', fromOn: '2026-10-06', toOn: null },
  ]
  const pauses = [{ fromOn: '2026-01-10', untilOn: '2026-02-20', reason: 'Box rest' }]
  const gone = { ...horse, owners, pauses, goneOn: '2026-11-20', goneReason: 'sold' as const }
  expect(kinds({ horse: gone, work: [work('2026-10-06'), work('2026-08-25')] })).toEqual([
    '2026-11-20 gone',
    '2026-10-06 work',
    '2026-10-06 owner',
    '2026-08-25 work',
    '2026-01-10 pause',
    '2024-05-01 owner',
  ])
})

test('a horse that was not done is listed on the practice’s own day with its reason; one still to do is not', () => {
  const missed = line({ outcome: 'not_done', completedAt: '2026-06-30T23:30:00Z', reason: 'Lame' })
  expect(kinds({ lines: [missed, line({}), line({ outcome: 'done', completedAt: '2026-06-30T10:00:00Z' })] })).toEqual([
    '2026-07-01 not-done',
  ])
})
