import type { Integration } from '#features/office/integrations/contract.ts'
import { keptThere } from '#features/office/integrations/web/kept-there.ts'
import { notSetUp } from '#features/office/integrations/web/said.ts'
import { lastSyncWords } from '#platform/web/sync/last-sync-words.ts'
import { useNow } from '#platform/web/use-now.ts'
import { cx } from '#ui/cx.ts'

/** One sentence: what it waits for, or the last exchange; marked where a person has to do something. */
export function Standing({ integration }: { integration: Integration }) {
  const now = useNow()
  const words = standingOf(integration, now)
  const isError = integration.enabled && integration.status === 'error'
  return (
    <>
      {words && <p className={cx('mt-1 text-14', isError ? 'font-medium text-flag-ink' : 'text-ink-2')}>{words}</p>}
      {integration.enabled && integration.isShared && <p className="mt-1 text-14 font-medium text-flag-ink">{SHARED}</p>}
    </>
  )
}

const SHARED = 'Another practice has connected this account too. Check that it’s the right one.'
const STARTING: Partial<Record<Integration['category'], string>> = {
  calendar: 'Sending your diary there…',
  accounting: 'Sending your invoices there…',
  marketing: 'Starting…',
}
const UNTRIED = { nothing: '', key: 'key not tried, ', oauth: 'not signed in there, ' } as const

function standingOf(integration: Integration, now: number): string | undefined {
  const { id, asks, category, enabled, isEnding, isRehearsed, status, sentence, lastSuccessAt, entries } = integration
  const { one, many, away } = keptThere(integration)
  if (isEnding && sentence) return `The ${many} could not be taken ${away} there. ${sentence}`
  if (isEnding) return `Taking ${countOf(entries, [one, many])} ${away} there…`
  if (!enabled) return asks.by === 'oauth' && !asks.isReady ? notSetUp(asks.vendor) : undefined
  const last = lastSuccessAt && lastSyncWords(Date.parse(lastSuccessAt), now)
  if (id === 'feed') return last ? `Last read: ${last}` : 'No calendar app has read it yet.'
  if (isRehearsed) return `Test version: ${UNTRIED[asks.by]}nothing is sent.`
  if (sentence) return last && status === 'connected' ? `${sentence} Last exchange: ${last}` : sentence
  if (last) return `Up to date: ${last}`
  if (category === 'accounting' && asks.by === 'key') return 'Reading your card payments there…'
  return STARTING[category] ?? 'Asking there…'
}

const countOf = (count: number, [one, many]: [string, string]) =>
  count === 1 ? `the last ${one}` : `${count.toLocaleString('en-GB')} ${many}`
