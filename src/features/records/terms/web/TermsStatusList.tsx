import { CircleCheck, FileDown, FileText, Hourglass } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { METHODS } from '#features/records/terms/rules.ts'
import type { TermsStatus } from '#features/records/terms/web/use-terms.ts'
import { dayAndYear, dayOf, shortDay } from '#lib/dates.ts'
import { makeSearch } from '#platform/web/search.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { ShownPart } from '#ui/ShownPart.tsx'

type Props = {
  statuses: readonly TermsStatus[]
  /** Whether the server has returned which clients received the terms. */
  isSentKnown: boolean
  /** The version in force. */
  current: string | undefined
  actions: ReactNode
}
type Which = 'accepted' | 'waiting' | 'rest'

/** More rows than this are shown on request. */
const SHOWN_AT_ONCE = 50
/** With fewer there is nothing to search. */
const WORTH_SEARCHING = 8

/** Clients by their terms status: accepted, requested, and the rest. */
export function TermsStatusList({ statuses, isSentKnown, current, actions }: Props) {
  const parts = useMemo(() => partsOf(statuses), [statuses])
  const [chosen, choose] = useState<Which>()
  const which = chosen ?? (['accepted', 'waiting'] as const).find((one) => parts[one].length > 0) ?? 'rest'
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const of = parts[which]
  const find = useMemo(() => makeSearch(of, fields), [of])
  const found = typed ? find(typed) : of
  return (
    <section aria-label="Acceptances" className="grid content-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {statuses.length >= WORTH_SEARCHING && (
          <SearchBox label="Search clients" placeholder="Name" value={typed} onChange={setTyped} className="w-full md:w-56" />
        )}
        {(['accepted', 'waiting', 'rest'] as const).map((one) => (
          <Chip key={one} pressed={which === one} onPressedChange={() => choose(one)} count={parts[one].length}>
            {NAMES[one]}
          </Chip>
        ))}
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1 md:ml-auto">{actions}</div>
      </div>
      <Card>
        {found.length > 0 ? (
          <List label={NAMES[which]}>
            {found.slice(0, shown).map((status) => (
              <TermsStatusRow key={status.client.id} status={status} which={which} current={current} />
            ))}
          </List>
        ) : (
          <EmptyState icon={FileText} title={typed ? 'No clients found' : EMPTY[which].title}>
            {typed ? 'Try fewer letters, or another list.' : which === 'waiting' && !isSentKnown ? UNKNOWN : EMPTY[which].text}
          </EmptyState>
        )}
        <ShownPart
          shown={Math.min(shown, found.length)}
          total={found.length}
          what="clients"
          onMore={() => setShown(shown + SHOWN_AT_ONCE)}
        />
      </Card>
    </section>
  )
}

const partsOf = (statuses: readonly TermsStatus[]): Record<Which, TermsStatus[]> => ({
  accepted: statuses.filter(({ accepted, waiting }) => accepted && !waiting),
  waiting: statuses.filter(({ waiting }) => waiting),
  rest: statuses.filter(({ accepted, waiting }) => !accepted && !waiting),
})

const NAMES: Record<Which, string> = { accepted: 'Accepted', waiting: 'Waiting', rest: 'Not asked' }
const EMPTY: Record<Which, { title: string; text: string }> = {
  accepted: { title: 'Nobody has accepted yet', text: 'Send a client the terms, or record that they accepted.' },
  waiting: { title: 'Nobody waiting', text: "Clients who were sent the terms and haven't accepted appear here." },
  rest: { title: "Everyone's been asked", text: 'Every client has accepted your terms or been sent them.' },
}
const UNKNOWN = 'You need a connection to see who the terms were sent to.'

function TermsStatusRow({
  status: { client, accepted, waiting },
  which,
  current,
}: {
  status: TermsStatus
  which: Which
  current: string | undefined
}) {
  const isOld = accepted !== undefined && current !== undefined && accepted.termsVersion !== '' && accepted.termsVersion !== current
  return (
    <ListRow
      lead={<PersonAvatar name={client.name} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {client.name} {accepted && <RowMark of={[accepted]} />}
          {which === 'accepted' && (
            <Badge tone={isOld ? 'line' : 'ok'} icon={CircleCheck}>
              {isOld ? 'Earlier version' : 'Accepted'}
            </Badge>
          )}
          {which === 'waiting' && (
            <Badge tone="due" icon={Hourglass}>
              Waiting
            </Badge>
          )}
        </span>
      }
      detail={<Detail status={{ client, accepted, waiting }} />}
      aside={
        accepted &&
        !accepted.isOffline && (
          <LinkButton
            variant="quiet"
            size="sm"
            icon={FileDown}
            href={serverUrl(`/api/terms-acceptance/${accepted.id}/evidence`)}
            target="_blank"
            rel="noreferrer"
            aria-label={`${client.name}'s proof as PDF`}
          >
            Proof
          </LinkButton>
        )
      }
    />
  )
}

function Detail({ status: { client, accepted, waiting } }: { status: TermsStatus }) {
  const day = (at: string) => dayAndYear(dayOf(at, 'Europe/London'))
  if (waiting)
    return (
      <>{`Version ${waiting.termsVersion} sent ${shortDay(dayOf(waiting.sentAt, 'Europe/London'))}${accepted ? `; accepted version ${accepted.termsVersion} on ${day(accepted.acceptedAt)}` : ''}`}</>
    )
  if (!accepted) return <>{client.phone ?? client.email ?? 'No phone number or e-mail on file'}</>
  const version = accepted.termsVersion && `Version ${accepted.termsVersion}, `
  const signed = accepted.typedName && accepted.typedName !== client.name ? `, signed as ${accepted.typedName}` : ''
  return (
    <>
      {`${version}${METHODS[accepted.acceptanceMethod].toLowerCase()}, ${day(accepted.acceptedAt)}${signed}`}
      {accepted.notes && <span className="block [overflow-wrap:anywhere]">{accepted.notes}</span>}
    </>
  )
}

const fields = ({ client }: TermsStatus) => [client.name, client.phone, client.businessName]
