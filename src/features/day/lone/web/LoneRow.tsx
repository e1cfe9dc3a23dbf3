import { ChevronRight, Timer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { WHY_NOT } from '#features/day/lone/rules.ts'
import { type KnownLone, useLone } from '#features/day/lone/web/data.ts'
import { loneWords, NOT_ON } from '#features/day/lone/words.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useNow } from '#platform/web/use-now.ts'

const LoneDialog = lazy(() => import('#features/day/lone/web/LoneDialog.tsx').then((module) => ({ default: module.LoneDialog })))

type Props = { visitId: string; zone: string }

/** Whether the timer is on, and the way to it; where it is not offered, the reason. */
export const LoneRow = (props: Props) => (
  <Queries>
    <Row {...props} />
  </Queries>
)

function Row({ visitId, zone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useLone()
  const now = useNow()
  const whyNot = data?.lone.whyNot
  if (whyNot && !data?.lone.timer) return <p className="text-14 text-ink-2">{WHY_NOT[whyNot]}</p>
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-12 w-full items-center gap-3 rounded-lg text-left hover:bg-sunken"
      >
        <Timer size={20} aria-hidden className="shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">Lone-worker timer</span>
          <span className="block text-14 text-ink-2">{data ? rowWords(data, now, zone) : error ? NOT_ON : 'Looking...'}</span>
        </span>
        <ChevronRight size={20} aria-hidden className="shrink-0" />
      </button>
      {isOpen && (
        <Suspense>
          <LoneDialog visitId={visitId} zone={zone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const rowWords = ({ lone, keptAnswer }: KnownLone, now: number, zone: string) =>
  keptAnswer === null ? loneWords(lone, now, zone) : 'Your answer is waiting for signal'
