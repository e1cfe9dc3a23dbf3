import type { CurrentUser } from '#features/core/practice/contract.ts'
import { noun } from '#features/records/guests/care-words.ts'
import type { Opening } from '#features/records/guests/contract.ts'
import { useOpenings } from '#features/records/guests/web/data.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'

type Subject = { clientId: string } | { horseId: string } | { yardId: string }

/** Who opened what in the portal and when, of a client, a horse or a yard. Only the server has it. */
export const SeenByCard = ({ of }: { of: Subject }) => (
  <Queries>
    <Openings of={of} />
  </Queries>
)

function Openings({ of }: { of: Subject }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const { data: openings } = useOpenings(of)
  if (!openings) return null
  return (
    <section aria-label="Seen by" className="grid gap-1">
      <h3 className="text-16">Seen by</h3>
      {openings.length === 0 && <p className="text-ink-2">Nothing was opened in the portal yet.</p>}
      <ul className="grid gap-1">
        {openings.map((opening) => (
          <li key={opening.id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">{`${whoOf(opening)}: ${whatOf(opening)}`}</span>
            <span className="text-14 text-ink-2">{`${shortDay(dayOf(opening.at, zone))}, ${timeOf(opening.at, zone)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const whoOf = ({ role, clientName, whoName }: Opening): string => {
  const [who, owner] = [whoName ?? 'Somebody', clientName ?? 'an owner']
  switch (role) {
    case 'holder':
      return owner
    case 'helper':
      return `${who}, who helps ${owner}`
    case 'sharer':
      return `${who}, a sharer`
    case 'vet':
    case 'para-professional':
      return `${who}, the ${noun(role)}`
    case 'yard':
      return whoName ? `${whoName}, the yard’s manager` : 'The yard’s manager'
    case 'link':
      return `Somebody with a link from ${owner}`
  }
}

function whatOf({ what, name }: Opening): string {
  switch (what) {
    case 'home':
      return 'the first page'
    case 'visit':
      return name ? `the visit on ${shortDay(name)}` : 'a visit'
    case 'conversation':
      return 'the messages'
    case 'bills':
      return 'the bills'
    case 'statement':
      return 'the statement'
    case 'terms':
      return 'your terms'
    case 'texts':
      return 'which texts they get'
    case 'copy':
      return 'put on their phone, to read without signal'
    case 'yard':
      return name ?? 'a yard'
    case 'horse':
      return name ?? 'a horse'
    case 'file':
      return name ?? 'a file'
    case 'invoice':
      return name ? `invoice ${name}` : 'an invoice'
  }
}
