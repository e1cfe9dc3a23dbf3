import { useEffect, useRef, useState } from 'react'
import { type Again, againOf, type Draft } from '#features/day/closeout/closing.ts'
import { finish, type OpenStop } from '#features/day/closeout/web/data.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { newestFirst } from '#features/visits/work/rules.ts'
import { dropDraft, keepDraft, readDraft } from '#platform/web/session/drafts.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A horse of the stop, and how far its record is. `draft` is there once something was changed. */
export type Closing = OpenStop['horses'][number] & {
  again: Again
  draft: Draft | undefined
  done: WorkEntry | undefined
  /** Its work before this visit, newest first. */
  before: readonly WorkEntry[]
}

type Drafts = Readonly<Record<string, Draft>>

/**
 * The horses of a stop while they are closed out; undefined while the device reads. What is written down is kept on the device with every
 * change, until it is recorded.
 */
export function useCloseout(stop: OpenStop) {
  const name = `closeout/${stop.visit.id}`
  const [drafts, setDrafts] = useState(() => (readDraft(name) ?? {}) as Drafts)
  // The current drafts: the next horse may be taken while the one before is still being written.
  const latest = useRef(drafts)
  const going = useGoing(stop)
  const { labelOf } = useKinds()
  const entries = useRows<WorkEntry>('work_entries', { horseId: stop.horses.flatMap(({ line }) => line.horseId ?? []) })
  const change = (make: (now: Drafts) => Drafts) => {
    const next = make(latest.current)
    latest.current = next
    setDrafts(next)
    if (Object.keys(next).length > 0) keepDraft(name, next)
    else dropDraft(name)
  }
  if (!entries) return undefined
  const earlier = Map.groupBy(entries.toSorted(newestFirst), (entry) => entry.horseId)
  const horses = stop.horses.map((of): Closing => {
    const own = earlier.get(of.line.horseId ?? '') ?? []
    const before = own.filter((entry) => entry.visitHorseId !== of.line.id)
    return {
      ...of,
      before,
      again: againOf(of.line.plannedWork, before, labelOf),
      draft: of.line.outcome === null ? drafts[of.line.id] : undefined,
      done: own.find((entry) => entry.visitHorseId === of.line.id),
    }
  })
  return {
    horses,
    open: horses.filter(({ line }) => line.outcome === null && !going.ids.includes(line.id)),
    set: (lineId: string, draft: Draft) => change((now) => ({ ...now, [lineId]: withoutOldPrice(now[lineId], draft) })),
    /** Records these horses as they are written down, or as last time. */
    async finish(finished: readonly Closing[]) {
      const ids = finished.map(({ line }) => line.id)
      const done = await going.while(ids, () =>
        finish(
          stop,
          finished.map(({ line, draft }) => ({
            line,
            ...(draft && { work: sent(draft), task: draft.task, pricePence: draft.pricePence }),
          })),
        ),
      )
      if (done) change((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !ids.includes(id))))
      return done
    },
  }
}

/** The horses that are being recorded: not open any more, so that a quick hand records none twice, though the device does not show it yet. */
function useGoing({ horses }: OpenStop) {
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(() => {
    const arrived = horses.filter(({ line }) => line.outcome !== null).map(({ line }) => line.id)
    setIds((now) => (now.some((id) => arrived.includes(id)) ? now.filter((id) => !arrived.includes(id)) : now))
  }, [horses])
  return {
    ids,
    async while<T>(these: readonly string[], work: () => Promise<T>): Promise<T> {
      setIds((now) => [...now, ...these])
      let isDone = false
      try {
        const done = await work()
        isDone = Boolean(done)
        return done
      } finally {
        if (!isDone) setIds((now) => now.filter((id) => !these.includes(id)))
      }
    },
  }
}

/** A price set by hand holds only for the work it was set for. */
const withoutOldPrice = (before: Draft | undefined, draft: Draft): Draft =>
  before && before.serviceType !== draft.serviceType ? { ...draft, pricePence: undefined } : draft

const sent = ({ serviceType, setup, resetsCycle, ...words }: Draft) => ({
  serviceType: serviceType.trim(),
  setup,
  ...blanksToNone(words),
  ...(resetsCycle !== undefined && { resetsCycle }),
})

const blanksToNone = (words: Pick<Draft, 'description' | 'findings' | 'recommendations'>) => ({
  description: words.description.trim() || null,
  findings: words.findings.trim() || null,
  recommendations: words.recommendations.trim() || null,
})
