import { type ReactNode, useState } from 'react'
import { ClockBadge } from '#features/office/rights/web/ClockBadge.tsx'
import { closedOnes, type ListedRequest, openOnes } from '#features/office/rights/web/use-requests.ts'
import { receivedWords, TYPES } from '#features/office/rights/words.ts'
import { shortDay } from '#lib/dates.ts'
import { makeSearch } from '#platform/web/search.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { ShownPart } from '#ui/ShownPart.tsx'

type Props = {
  requests: readonly ListedRequest[]
  selectedId: string | null
  onView: (id: string) => void
  actions: ReactNode
}

/** Rows shown at first; a button shows more. */
const SHOWN_AT_ONCE = 50
/** With fewer rows there is no search field. */
const WORTH_SEARCHING = 8

/** The requests, the most urgent first. */
export function RequestList({ requests, selectedId, onView, actions }: Props) {
  const [open, closed] = [openOnes(requests), closedOnes(requests)]
  const [isClosed, showClosed] = useState(open.length === 0)
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const of = isClosed ? closed : open
  const found = typed ? inOrderOf(of, makeSearch(of, fields)(typed)) : of
  return (
    <section aria-label="Requests" className="grid content-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {requests.length >= WORTH_SEARCHING && (
          <SearchBox label="Search requests" placeholder="Name" value={typed} onChange={setTyped} className="w-full md:w-56" />
        )}
        <Chip pressed={!isClosed} onPressedChange={() => showClosed(false)} count={open.length}>
          Open
        </Chip>
        <Chip pressed={isClosed} onPressedChange={() => showClosed(true)} count={closed.length}>
          Closed
        </Chip>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:grow md:ml-auto">{actions}</div>
      </div>
      <Card>
        {found.length > 0 ? (
          <List label={isClosed ? 'Closed requests' : 'Open requests'}>
            {found.slice(0, shown).map((request) => (
              <RequestRow key={request.id} request={request} selected={request.id === selectedId} onView={onView} />
            ))}
          </List>
        ) : (
          <EmptyState title={typed ? 'No requests found' : isClosed ? 'None closed yet' : 'Nothing to answer'}>
            {typed
              ? 'Try fewer letters, or the other list.'
              : isClosed
                ? 'Completed and rejected requests appear here.'
                : 'Every request has been answered.'}
          </EmptyState>
        )}
        <ShownPart
          shown={Math.min(shown, found.length)}
          total={found.length}
          what="requests"
          onMore={() => setShown(shown + SHOWN_AT_ONCE)}
        />
      </Card>
    </section>
  )
}

type RowProps = { request: ListedRequest; selected: boolean; onView: (id: string) => void }

const RequestRow = ({ request, selected, onView }: RowProps) => (
  <ListRow
    lead={<PersonAvatar name={request.name} />}
    title={
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2">
            {request.name} <RowMark of={[request]} />
          </span>
          <span className="block text-14 font-normal text-ink-2">
            {TYPES[request.requestType].label}. {receivedWords(request)}, {shortDay(request.receivedOn)}
          </span>
        </span>
        <ClockBadge clockState={request.clockState} status={request.status} />
      </span>
    }
    selected={selected}
    onClick={() => onView(request.id)}
  />
)

const fields = (request: ListedRequest) => [request.name, request.client?.phone, TYPES[request.requestType].label]

/** Keeps the original order instead of the search's ranking: the next deadline comes first. */
const inOrderOf = (all: readonly ListedRequest[], found: readonly ListedRequest[]) => {
  const ids = new Set(found.map(({ id }) => id))
  return all.filter(({ id }) => ids.has(id))
}
