import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Backups } from '#features/core/practice/backups.ts'
import { backUp, useBackups } from '#features/core/practice/web/data.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { reachable } from '#platform/web/sync/reach.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

/** The server's backups, for the owner: when the last good one was made, and one more when they want it. */
export function BackupCard() {
  const [isWaiting, setWaiting] = useState(false)
  const { data, error, refetch } = useBackups(isWaiting)
  const asking = useMutation({
    mutationFn: backUp,
    onSuccess: async () => {
      await refetch()
      setWaiting(true)
    },
    onError: (fault) => toast({ title: 'Not backed up', description: sentenceOf(fault), variant: 'destructive' }),
  })
  const isDone = isWaiting && data !== undefined && !data.isUnderWay
  useEffect(() => {
    if (!isDone) return
    setWaiting(false)
    if (!data.failure) toast({ title: 'Backed up', description: 'Everything on the server is backed up.' })
  }, [isDone, data])
  const isBusy = asking.isPending || (data?.isUnderWay ?? false)
  const button = (
    <Button size="sm" busy={isBusy} busyLabel="Backing up..." onClick={() => pressed(asking, undefined)}>
      Back up now
    </Button>
  )
  return (
    <Card title="Backups" padded {...(data?.isMine && { action: button })}>
      {data ? <State backups={data} /> : error ? <Unknown error={error} /> : <SkeletonRows label="Loading backups..." />}
    </Card>
  )
}

const State = ({ backups }: { backups: Backups }) => (backups.isMine ? <Mine backups={backups} /> : <Elsewhere lastAt={backups.lastAt} />)

function Mine({ backups: { lastAt, last, nextAt, failure } }: { backups: Backups }) {
  return (
    <div className="grid gap-3">
      {failure && (
        <Note tone="late" live>
          {whenWords(failure.at)}: {failure.sentence}
        </Note>
      )}
      <Facts
        facts={[
          ['Last good backup', lastAt ? whenWords(lastAt) : 'None yet'],
          ['Size', last && `${sizeWords(last.bytes)}: ${counted(last.rows, 'row')}, ${counted(last.files, 'file')}`],
          ['Where', last && <span className="break-all">{last.folder}</span>],
          ['Next', nextAt && whenWords(nextAt)],
        ]}
      />
      <p className="text-14 text-ink-2">Made every night, and the last seven are kept. Copy one to another disk from time to time.</p>
    </div>
  )
}

const Elsewhere = ({ lastAt }: { lastAt: string | null }) => (
  <div className="grid gap-3">
    {lastAt && <Facts facts={[['Last good backup', whenWords(lastAt)]]} />}
    <p className="text-14 text-ink-2">Backups are looked after by the person who runs this server.</p>
  </div>
)

const Unknown = ({ error }: { error: Error }) =>
  reachable() ? (
    <Note tone="late">{sentenceOf(error)}</Note>
  ) : (
    <p className="text-14 text-ink-2">
      You're offline. The server still backs up every night; you'll see the last one when you're connected.
    </p>
  )

/** The device's own clock: these are times of the server's life, not of the diary. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const whenWords = (at: string) => `${shortDay(dayOf(at, ZONE))}, ${timeOf(at, ZONE)}`

const counted = (count: number, noun: string) => `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`

/** `840 kB`, `12 MB`, `3.4 GB`. */
function sizeWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`
  return bytes < 1_000_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
