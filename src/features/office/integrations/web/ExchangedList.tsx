import type { Exchanged } from '#features/office/integrations/contract.ts'
import { useExchanged } from '#features/office/integrations/web/data.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const WORDS: Readonly<Record<Exchanged['verb'], (many: string, words: string | null) => string>> = {
  added: (many, words) => (words ? 'Added there' : `${many} added there`),
  changed: (many) => `${many} changed there`,
  removed: (many) => `${many} taken out there`,
  moved_there: (many) => `${many} moved by you there`,
  deleted_there: (many) => `${many} deleted by you there`,
  added_there: (many) => `${many} added by you there`,
  read: () => 'Read there',
  failed: () => 'It failed',
  rehearsed: (many, words) => (words ? 'Would have been asked there' : `${many} would have been sent`),
}
const ENTRIES = { one: 'entry', many: 'entries' }

type Props = { id: string; last: string | null; of?: { one: string; many: string } }

/** What was exchanged in the last 90 days, as numbers, newest first. */
export function ExchangedList({ id, last, of = ENTRIES }: Props) {
  const counted = (count: number) => (count === 1 ? `1 ${of.one}` : `${count.toLocaleString('en-GB')} ${of.many}`)
  const exchanged = useExchanged(id, last)
  const lines = exchanged.data?.pages.flat() ?? []
  return (
    <section className="grid gap-2">
      <h3 className="text-16">What was exchanged</h3>
      {exchanged.isError ? (
        <Note tone="late">{sentenceOf(exchanged.error)}</Note>
      ) : exchanged.isPending ? (
        <SkeletonRows label="Loading what was exchanged..." />
      ) : lines.length === 0 ? (
        <p className="text-ink-2">Nothing in the last 90 days.</p>
      ) : (
        <ul className="grid gap-1 text-14">
          {lines.map((line) => (
            <li key={line.id} className="flex gap-x-3">
              <span className="w-36 shrink-0 text-ink-2 tabular-nums">{momentOf(line.at)}</span>
              <span className="min-w-0 break-words">
                {[WORDS[line.verb](counted(line.count), line.words), line.words].filter(Boolean).join(': ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {exchanged.hasNextPage && (
        <Button variant="quiet" busy={exchanged.isFetchingNextPage} onClick={() => exchanged.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const momentOf = (at: string) => `${shortDay(dayOf(at, ZONE))}, ${timeOf(at, ZONE)}`
