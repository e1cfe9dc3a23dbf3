import { QueryClientProvider } from '@tanstack/react-query'
import { vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OPEN_VISIT } from '#features/day/closeout/web/data.ts'
import { RoundPage } from '#features/day/round/web/RoundPage.tsx'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncOp } from '#lib/sync.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { LastingToaster } from '#testing/browser/LastingToaster.tsx'
import { clientRow } from '#testing/browser/rows.ts'
import '#ui/styles.css'

const ZONE = 'Europe/London'
export const today = dayOf(currentTime(), ZONE)
export const memberId = uuidv7()
export let practice: ReturnType<typeof fakePractice>

/** A phone that holds nothing yet, on a morning, on any day: at night a round is shown otherwise. */
export async function startRound() {
  setClock(instantOf(today, '10:00', ZONE))
  await page.viewport(375, 800)
  practice = fakePractice()
  practice.server.answer = reopening
  // As the real server does: an invoice has its days from the moment it is issued.
  practice.server.adds = ({ entity }) => (entity === 'invoices' ? { issuedOn: today, dueOn: today } : {})
}

/** As the real server does: a horse that is to do again opens its visit. */
function reopening({ entity, id, data }: SyncOp) {
  const of = entity === 'visit_horses' && data.reopen === true && practice.server.row(entity, id)?.data.appointmentId
  if (!of) return undefined
  practice.server.write('visit_horses', id, { outcome: null, reason: null, completedAt: null })
  practice.server.write('appointments', String(of), OPEN_VISIT)
  return undefined
}

export function leaveRound() {
  vi.restoreAllMocks()
  return practice.leave()
}

export const client = (name: string, change: object = {}) => practice.server.write('clients', uuidv7(), clientRow({ name, ...change }))
const yard = (name: string) =>
  practice.server.write('yards', uuidv7(), {
    name,
    address: 'Kingsland',
    postcode: 'HR6 0VK',
    lat: 52.2,
    lng: -2.8,
    gateCode: '4471',
    accessNotes: null,
  })
export const horse = (name: string, clientId: string, change: object = {}) =>
  practice.server.write('horses', uuidv7(), {
    ...{
      name,
      clientId,
      flags: [],
      birthYear: null,
      yardId: null,
      cycleDays: 42,
      pauses: [],
      goneOn: null,
      color: 'bay',
      payerClientId: null,
    },
    ...{ lastService: addDays(today, -49), nextDue: addDays(today, -7) },
    ...change,
  })
export const visit = (clientId: string | null, number: number, change: object = {}) => {
  const { startTime, endTime, onDay, localStart, localEnd } = whenOn(today, '08:00', '08:00', ZONE)
  return practice.server.write('appointments', uuidv7(), {
    ...{ title: 'Trim', clientId, memberId, yardId: null, description: null, location: null, notes: null, zone: ZONE },
    ...{ startTime, endTime, onDay, localStart, localEnd, isCallOnly: true, callNumber: number, callPeriod: 'AM', roundRank: null },
    ...{ status: 'booked', statusReason: null, tariff: 'standard', isCallComplete: false, completedAt: null, asWas: null },
    ...change,
  })
}
export const line = (appointmentId: string, horseId: string, clientId: string, plannedWork: string | null, change: object = {}) =>
  practice.server.write('visit_horses', uuidv7(), {
    ...{ appointmentId, horseId, clientId, payerClientId: clientId, place: 0, plannedWork, outcome: null, reason: null, completedAt: null },
    ...change,
  })

export async function open(change: Parameters<typeof practice.signIn>[0] = {}) {
  await practice.signIn({ memberId, ...change })
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      {/* As in the frame: the page ends above the dock. */}
      <main className="pb-[calc(var(--bar-bottom)+var(--dock,0px)+12px)]">
        <RoundPage />
        <LastingToaster />
      </main>
    </QueryClientProvider>,
  )
}
type Screen = Awaited<ReturnType<typeof open>>

/** Sarah's two horses at Hollybush, then Tom, then Ann. */
export function aRound() {
  const sarah = client('Sarah Penrose', { phone: '07700 900118', phoneE164: '+447700900118' })
  const tom = client('Tom Vaughan')
  const ann = client('Ann Lloyd')
  const yardId = yard('Hollybush Farm Livery')
  const biscuit = horse('Biscuit', sarah)
  const merlin = horse('Merlin', sarah, { flags: ['kicks'] })
  const first = visit(sarah, 1, { yardId })
  const lines = [line(first, biscuit, sarah, 'Full set refit'), line(first, merlin, sarah, 'Trim', { place: 1 })]
  return { sarah, tom, ann, biscuit, merlin, first, lines, second: visit(tom, 2), third: visit(ann, 3) }
}
/** Finishes the current stop, its horses as planned or as last time, and leaves its invoices and the next visit. */
export async function closeOut(screen: Screen) {
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(dialog.getByRole('button', { name: /^All \d/ }))
  await userEvent.click(dialog.getByRole('button', { name: /^(Just done|Done)$/ }))
}
export const next = (screen: Screen) => screen.getByRole('article', { name: /./ })
export const sent = (entity: string) => practice.ops().filter((op) => op.entity === entity)
