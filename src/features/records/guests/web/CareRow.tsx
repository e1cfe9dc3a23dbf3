import { FileDown } from 'lucide-react'
import type { CareConsent } from '#features/records/guests/care-contract.ts'
import { careName, careStatesOf, careStateWords, inList, isCareEndable } from '#features/records/guests/care-rules.ts'
import { answerCare, endCare, useRefetchCare } from '#features/records/guests/web/care-data.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf, shortDay } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { consent: CareConsent; zone: string; mayRun: boolean }

/** A carer who sees a horse, is requested, or did: their status, what was agreed, and its end. */
export function CareRow({ consent, zone, mayRun }: Props) {
  const refetch = useRefetchCare()
  const now = currentTime()
  const states = careStatesOf(consent, now)
  const isColleague = consent.askedBy === 'carer' && !consent.approvedAt
  const waits = states.some(({ state }) => state.is === 'waits' || (isColleague && state.is === 'asked'))
  const name = careName(consent)
  const press = (work: () => Promise<unknown>) =>
    void work().then(refetch, (error: unknown) => void toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) }))
  return (
    <li className="grid gap-1 py-2 [overflow-wrap:anywhere]">
      <b>{name}</b>
      {states.map(({ state, horses }) => (
        <span key={JSON.stringify(state)} className="block">
          {`${consent.horses.length > 1 ? `${inList(horses.map((horse) => horse.name))}: ` : ''}${careStateWords(state, 'practice', zone)}`}
        </span>
      ))}
      <span className="block text-14 text-ink-2">{detailOf(consent, zone)}</span>
      <div className="flex flex-wrap items-center gap-2">
        {waits && mayRun && (
          <>
            <Button size="sm" onClick={() => press(() => answerCare(consent.id, true))}>
              Let them in<span className="sr-only">, {name}</span>
            </Button>
            <Button size="sm" variant="quiet" onClick={() => press(() => answerCare(consent.id, false))}>
              No<span className="sr-only">, {name}</span>
            </Button>
          </>
        )}
        {consent.agreedAt && (
          <a
            href={serverUrl(`/api/grants/${consent.id}/agreement`)}
            target="_blank"
            rel="noreferrer"
            className="link flex min-h-11 items-center gap-1.5 text-14"
          >
            <FileDown size={16} aria-hidden className="shrink-0" />
            What was agreed<span className="sr-only">, {name}</span>
          </a>
        )}
        {mayRun && !waits && isCareEndable(consent, now) && (
          <Button size="sm" variant="danger" onClick={() => press(() => endCare(consent.id))}>
            End<span className="sr-only">, {name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

function detailOf(consent: CareConsent, zone: string): string {
  const day = (at: string) => dayAndYear(dayOf(at, zone))
  const opened = consent.horses
    .flatMap(({ openedAt }) => openedAt ?? [])
    .toSorted()
    .at(-1)
  return [
    `At ${consent.to}`,
    consent.regNumber && `registration ${consent.regNumber}, as they say`,
    askedWords(consent, day(consent.askedAt)),
    consent.agreedAt && HOW[consent.agreedHow ?? 'portal'],
    consent.notedBy && `noted by ${consent.notedBy}`,
    opened ? `last opened ${shortDay(dayOf(opened, zone))}` : consent.horses.some(({ grantedUntil }) => grantedUntil) && 'not opened yet',
  ]
    .filter(Boolean)
    .join(', ')
}

const askedWords = ({ askedBy, askedFor, clientName }: CareConsent, day: string): string =>
  askedBy === 'owner'
    ? `let in by ${clientName} on ${day}`
    : askedBy === 'carer'
      ? `asked for by ${askedFor ?? 'a colleague'} on ${day}`
      : `asked by you on ${day}`

const HOW = { portal: 'agreed in their portal', link: 'agreed by the link', said: 'agreed by word', written: 'agreed in writing' } as const
