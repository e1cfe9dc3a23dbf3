import { ChevronRight, Timer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { WHY_NOT } from '#features/day/lone/rules.ts'
import { type KnownLone, useLone } from '#features/day/lone/web/data.ts'
import { loneWords, NOT_ON } from '#features/day/lone/words.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useNow } from '#platform/web/use-now.ts'

const LoneDialogCard = lazy(() =>
  import('#features/day/lone/web/LoneDialogCard.tsx').then((module) => ({ default: module.LoneDialogCard })),
)

/** The row of a stop that says whether the lone-worker timer is on, and opens it; where it is not offered, the reason. */
export function LoneTimerPanel({ visitId }: { visitId: string }) {
  const user = useSession<CurrentUser>().user
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useLone({ isOffered: user !== null && user !== undefined && !user.isTestVersion })
  const now = useNow()
  const whyNot = user?.isTestVersion ? 'test_version' : data?.lone.whyNot
  if (!user) return null
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
          <span className="block text-14 text-ink-2">{data ? rowWords(data, now, user.practice.zone) : error ? NOT_ON : 'Looking...'}</span>
        </span>
        <ChevronRight size={20} aria-hidden className="shrink-0" />
      </button>
      {isOpen && (
        <Suspense>
          <LoneDialogCard visitId={visitId} zone={user.practice.zone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const rowWords = ({ lone, keptAnswer }: KnownLone, now: number, zone: string) =>
  keptAnswer === null ? loneWords(lone, now, zone) : 'Your answer waits for signal'
