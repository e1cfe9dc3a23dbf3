import type { ReactNode } from 'react'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { TimeOff, VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { whenOf, whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { LastingToaster } from '#testing/browser/LastingToaster.tsx'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { ordinaryMonday } from '#testing/browser/week.ts'

const ZONE = 'Europe/London'
export const TODAY = dayOf(currentTime(), ZONE)
/** A week that is all still to come, without a bank holiday. */
export const MON = ordinaryMonday(TODAY)
export const [TUE, WED, THU, FRI] = [1, 2, 3, 4].map((count) => addDays(MON, count)) as [string, string, string, string]
export const MEMBER = uuidv7()

/** A practice with short ways to put clients, yards, horses and visits in its diary. Call `leave` after each test. */
export async function visitsPractice(user: Partial<CurrentUser> = {}) {
  await page.viewport(1280, 800)
  const practice = fakePractice()
  const { write } = practice.server
  practice.server.write = (entity, id, data, device) =>
    write.call(practice.server, entity, id, data && { ...derived(entity, data), ...data }, device)
  const put = (entity: Parameters<typeof write>[0], id: string, data: object) => practice.server.write(entity, id, { ...data })
  return {
    ...practice,
    /** Signs in, and waits until the device holds what was put there. */
    async enter() {
      await practice.signIn({ memberId: MEMBER, ...user })
      await syncNow()
    },
    client: (name: string, more: object = {}) => put('clients', uuidv7(), clientRow({ ...CLIENT, name, ...more })),
    yard: (name: string, more: object = {}) => put('yards', uuidv7(), { ...YARD, name, ...more }),
    horse: (name: string, clientId: string, more: object = {}) =>
      put('horses', uuidv7(), horseRow({ name, clientId, cycleDays: 42, ...more })),
    timeOff: (more: Partial<TimeOff>) => put('time_off', uuidv7(), { ...TIME_OFF, ...more }),
    visit(day: string, start: string, end: string, more: Partial<VisitRow> = {}) {
      return put('appointments', uuidv7(), { ...VISIT, ...whenOn(day, start, end, ZONE), ...more })
    },
    line: (appointmentId: string, horseId: string, more: Partial<VisitHorse> = {}) =>
      put('visit_horses', uuidv7(), { ...LINE, appointmentId, horseId, ...more }),
    /** What was sent of an entity, oldest first. */
    sent: (entity: string) => practice.ops().filter((op) => op.entity === entity),
  }
}

/** Shows a component together with the toasts; a screen has a heading of its own (`title` null). */
export function show(element: ReactNode, path = '/', title: string | null = 'Diary') {
  const { hook, searchHook } = memoryLocation({ path, searchPath: path.split('?')[1] ?? '' })
  return render(
    <Router hook={hook} searchHook={searchHook}>
      <main>
        {title && <h1>{title}</h1>}
        {element}
      </main>
      <LastingToaster />
    </Router>,
  )
}

/** What the server works out of what a device sends. */
function derived(entity: string, data: object): object {
  if (entity === 'visit_horses' && 'appointmentId' in data) return LINE
  if (entity !== 'appointments' || !('startTime' in data) || !('endTime' in data)) return {}
  return { ...('title' in data && VISIT), ...whenOf(String(data.startTime), String(data.endTime), ZONE) }
}

const CLIENT = { phone: '07700 900118', phoneE164: '+447700900118', address: 'Old Forge', postcode: 'WR15 8AA' }
const YARD = {
  address: 'Ashford',
  postcode: 'SY8 4BX',
  lat: null,
  lng: null,
  positionSource: null,
  what3words: null,
  accessNotes: null,
  gateCode: null,
  hasCover: null,
  hasLights: null,
  contactClientId: null,
}
const TIME_OFF = { memberId: null, fromDay: MON, toDay: FRI, localStart: null, localEnd: null, kind: 'holiday', title: '', coverNote: null }
const VISIT = {
  title: '',
  clientId: null,
  yardId: null,
  memberId: MEMBER,
  description: null,
  location: null,
  notes: null,
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
const LINE = { clientId: '', payerClientId: '', place: 0, plannedWork: null, outcome: null, reason: null, completedAt: null }
