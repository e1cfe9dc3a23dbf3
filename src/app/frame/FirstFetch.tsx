import type { ReactNode } from 'react'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { Page } from '#ui/PageHeader.tsx'

/**
 * The first visit of a device. A screen shows what is here and requests what it needs (`here.ts`); the rest follows, with a quiet note of
 * its progress. This takes the screen's place only while nothing can be had yet.
 */
export function FirstFetch({ children }: { children: ReactNode }) {
  const { isCopyRead, isCopyComplete, copyPart, lastResult, reachable } = useSyncStatus()
  const problem = isCopyRead && !isCopyComplete && copyPart === null && problemOf(reachable, lastResult?.success === false)
  if (problem)
    return (
      <Page>
        <h1 className="sr-only">Fetching your practice</h1>
        <Card className="animate-late">{problem}</Card>
      </Page>
    )
  // The screen keeps its place here: what is typed and held in it outlives the end of the fetching.
  return (
    <>
      {!isCopyComplete && copyPart !== null && <HowFar part={copyPart} isReachable={reachable} />}
      {children}
    </>
  )
}

function problemOf(isReachable: boolean, hasFailed: boolean) {
  if (!isReachable)
    return <OfflineState title="Not on this device yet">Connect once, and your diary, clients and horses stay on this device.</OfflineState>
  if (!hasFailed) return undefined
  return (
    <ErrorState title="Your practice couldn't be fetched" onRetry={() => void syncNow()}>
      The server didn't answer properly. Your data is safe, and we'll try again automatically.
    </ErrorState>
  )
}

/* A line under the top bar, over the screen: it moves nothing when it comes and goes. */
function HowFar({ part, isReachable }: { part: number; isReachable: boolean }) {
  if (!isReachable)
    return (
      <div className="px-4 pt-3">
        <Note>Not all of your practice is on this device yet. The rest will come when there's signal.</Note>
      </div>
    )
  const percent = Math.round(part * 100)
  return (
    <div className="pointer-events-none fixed inset-x-0 top-[var(--bar-top)] z-20 print:hidden">
      <div className="h-[3px] bg-ember transition-[width] motion-reduce:transition-none" style={{ width: `${percent}%` }} />
      <p className="absolute top-[3px] right-0 rounded-bl-lg bg-surface/90 px-2 text-13 text-ink-2">Fetching the rest: {percent}%</p>
    </div>
  )
}
