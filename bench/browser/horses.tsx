import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ageOf, nextDueOn, statusOf } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseGrid } from '#features/records/horses/web/HorseGrid.tsx'
import { USUAL_ORDER } from '#features/records/horses/web/horse-list.ts'
import { addDays } from '#lib/dates.ts'
import { BareHorseTable } from '../baselines/horse-table.tsx'
import '#ui/styles.css'

const HORSES = 10_000
const TODAY = '2026-11-24'
/** A wheel turned fast, then the scrollbar dragged to places far apart. */
const STEPS = 120
const STEP_PX = 400
const JUMPS = 12

/** The page's commands: scrolls through a table and removes it; each step in milliseconds. */
declare global {
  interface Window {
    horses: { ours: () => Promise<number[]>; bare: () => Promise<number[]> }
  }
}

const horses = Array.from({ length: HORSES }, (_, n): KnownHorse => {
  const lastService = addDays(TODAY, -(n % 60))
  const nextDue = nextDueOn({ workDate: lastService, serviceType: 'Trim' }, { cycleDays: 42 })
  const flags = n % 7 === 0 ? ['kicks', 'needs-sedation'] : []
  return {
    id: `h${n}`,
    shownId: `h${n}`,
    isOffline: false,
    isPending: n % 50 === 0,
    needsAttention: false,
    name: `Horse ${n}`,
    clientId: 'c1',
    breed: 'Welsh Section D',
    birthYear: 2010,
    color: ['bay', 'grey', 'chestnut', 'black'][n % 4] ?? 'bay',
    markings: null,
    temperament: null,
    specialNotes: null,
    flags,
    yardId: 'y1',
    payerClientId: null,
    vetName: null,
    vetPhone: null,
    cycleDays: 42,
    winterCycleDays: null,
    cycleRules: [],
    pauses: [],
    goneOn: null,
    goneReason: null,
    ueln: null,
    microchip: null,
    passportSeenOn: null,
    owners: [],
    lastService,
    lastServiceType: 'Trim',
    nextDue,
    age: ageOf(2010, TODAY),
    status: statusOf({ nextDue, goneOn: null }, TODAY),
    client: { name: 'Sarah Penrose', businessName: null },
    yardName: 'Hollybush Farm',
  }
})

const nothing = () => undefined
const ours = () => (
  <HorseGrid horses={horses} selectedId={null} today={TODAY} order={USUAL_ORDER} onOrder={nothing} onView={nothing} onEdit={nothing} />
)
const bare = () => <BareHorseTable horses={horses} />

/** One step of scrolling: from the browser's scroll event to a page that is painted and responds again, in milliseconds. */
function step(top: number): Promise<number> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    let started = 0
    port1.onmessage = () => done(performance.now() - started)
    const begin = () => {
      started = performance.now()
      // The frame's own drawing and layout come after this, the message after them.
      requestAnimationFrame(() => port2.postMessage(null))
    }
    window.addEventListener('scroll', begin, { capture: true, once: true })
    requestAnimationFrame(() => window.scrollTo(0, top))
  })
}

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))

const stepsOf = (draw: () => ReactNode) => async () => {
  const host = document.createElement('div')
  document.getElementById('root')?.append(host)
  const root = createRoot(host)
  flushSync(() => root.render(draw()))
  await frame()
  const end = document.documentElement.scrollHeight
  const tops = [
    ...Array.from({ length: STEPS }, (_, n) => (n + 1) * STEP_PX),
    ...Array.from({ length: JUMPS }, (_, n) => Math.round((end * ((n * 7) % JUMPS)) / JUMPS)),
  ]
  const took: number[] = []
  for (const top of tops) took.push(await step(top))
  if (!host.textContent?.includes('Horse ')) throw new Error('the table is not what it should be')
  root.unmount()
  host.remove()
  // The page is short again and the browser scrolls it to its top.
  await frame()
  await frame()
  return took
}

window.horses = { ours: stepsOf(ours), bare: stepsOf(bare) }
