import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { monthGrid } from '#features/day/diary/calendar.ts'
import { MonthGrid } from '#features/day/diary/web/MonthGrid.tsx'
import { diaryOf } from '#features/day/diary/web/use-diary.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { BareMonthGrid } from '../baselines/month-grid.tsx'
import '#ui/styles.css'

const VISITS = 3000
const TODAY = '2026-11-24'
const ZONE = 'Europe/London'
const days = monthGrid(TODAY)
const [first, last] = [days[0] ?? TODAY, days.at(-1) ?? TODAY]
const client = { id: 'c1', name: 'Marcus Yeo' }

/** The page's commands: builds the month, changes one of its visits, and removes it; the first two return milliseconds. */
declare global {
  interface Window {
    month: { ours: () => number; bare: () => number }
  }
}

const visits = Array.from({ length: VISITS }, (_, n): KnownVisit => {
  const day = days[n % days.length] ?? TODAY
  const minutes = 7 * 60 + Math.floor(n / days.length) * 10
  const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
  return {
    id: `v${n}`,
    shownId: `v${n}`,
    isOffline: false,
    isPending: false,
    needsAttention: false,
    title: `Shoeing at Lingen Vale ${n}`,
    clientId: client.id,
    yardId: null,
    memberId: 'm1',
    description: null,
    location: 'Lingen Vale, SY7 0CK',
    notes: null,
    ...whenOn(day, clock(minutes), clock(minutes + 10), ZONE),
    isCallOnly: false,
    callNumber: 1,
    callPeriod: 'AM',
    roundRank: null,
    status: 'booked',
    statusReason: null,
    tariff: 'standard',
    isCallComplete: false,
    completedAt: null,
    asWas: null,
  }
})
/** The first visit of the grid's middle gets another title, as after a sync. */
const changed = visits.map((visit, at) => (at === days.length / 2 ? { ...visit, title: 'Full set new' } : visit))

const nothing = () => undefined
const marks = new Map()
const queries = makeQueryClient()

const ours = (rows: readonly KnownVisit[]) => (
  <QueryClientProvider client={queries}>
    <MonthGrid
      days={days}
      diary={diaryOf({ from: first, to: last, today: TODAY, visits: rows, lines: [], clients: [], members: [] })}
      marks={marks}
      month={TODAY.slice(0, 7)}
      today={TODAY}
      selectedDay={null}
      openId={null}
      bookedId={null}
      onSelectDay={nothing}
      onOpenDay={nothing}
      onOpen={nothing}
      onOpenTimeOff={nothing}
    />
  </QueryClientProvider>
)
const bare = (rows: readonly KnownVisit[]) => <BareMonthGrid days={days} visits={rows} />

/** From the visits to a page that is laid out, twice. */
const timeOf = (draw: (rows: readonly KnownVisit[]) => ReactNode) => () => {
  const host = document.createElement('div')
  document.getElementById('root')?.append(host)
  const root = createRoot(host)
  const started = performance.now()
  for (const rows of [visits, changed]) {
    flushSync(() => root.render(draw(rows)))
    host.getBoundingClientRect()
  }
  const took = performance.now() - started
  if (!host.textContent?.includes('Full set new') || !host.textContent.includes('more'))
    throw new Error('the month is not what it should be')
  root.unmount()
  host.remove()
  return took
}

window.month = { ours: timeOf(ours), bare: timeOf(bare) }
