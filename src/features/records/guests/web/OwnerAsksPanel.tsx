import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { ProposedClientPanel } from '#features/records/clients/web/ProposedClientPanel.tsx'
import { takesReply } from '#features/records/guests/rules.ts'
import { answer } from '#features/records/guests/web/data.ts'
import { GoneAsk, type GoneForm } from '#features/records/guests/web/GoneAsk.tsx'
import { ReplyDialog } from '#features/records/guests/web/ReplyDialog.tsx'
import { useAsks, type WaitingAsk } from '#features/records/guests/web/use-asks.ts'
import { useHorse } from '#features/records/horses/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { most?: number; clientId?: string; gone: GoneForm }

/** Owners' open requests from the portal, each answered in a press or two; nothing when there is none. */
export function OwnerAsksPanel({ most, clientId, gone }: Props) {
  const asks = useAsks()?.filter(({ ask }) => clientId === undefined || ask.clientId === clientId)
  if (!asks?.length) return null
  return (
    <ul aria-label="Owners ask" className="divide-y divide-line border-b border-line bg-due-tint">
      {asks.slice(0, most).map((waiting) => (
        <AskRow key={waiting.ask.id} {...waiting} gone={gone} />
      ))}
    </ul>
  )
}

function AskRow({ ask, client, href, words, gone }: WaitingAsk & { gone: GoneForm }) {
  const user = useSession<CurrentUser>().user
  const [isOpen, setOpen] = useState(false)
  const [isReplying, setReplying] = useState(false)
  const horse = useHorse(ask.horseId)
  const memberId = user?.memberId ?? ''
  const { yes, no, said } = ANSWERS[answersOf(ask)]
  const seen = takesReply(ask) ? 'words' : ask.kind === 'vet_invite' && ask.facts.by ? 'colleague' : (YES[ask.kind] ?? 'done')
  const done = () => withToast(said, SEEN[seen], () => answer(ask, 'done', memberId))
  // Once the horse has another owner, or is gone, nothing is left to do about it.
  const isGoing = (ask.kind === 'sold' || ask.kind === 'died') && horse && horse.clientId === ask.clientId && !horse.goneOn
  return (
    <li className="grid gap-1.5 py-2 pr-2 pl-4">
      <p className="flex items-start gap-3">
        <Inbox size={20} aria-hidden className="mt-0.5 shrink-0 text-due-ink" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <Link href={href} className="link font-medium">
            {client}
          </Link>
          {`: ${words}`} <RowMark of={[ask]} />
        </span>
      </p>
      {may(user?.role, 'runPortal') && (
        <div className="flex flex-wrap gap-2 pl-8">
          {isGoing ? (
            <GoneAsk ask={ask} horse={horse} memberId={memberId} gone={gone} />
          ) : (
            <Button size="sm" onClick={() => (takesReply(ask) ? setReplying(true) : ask.kind === 'details' ? setOpen(true) : done())}>
              {yes(client)}
            </Button>
          )}
          {takesReply(ask) ? (
            <Button size="sm" variant="quiet" onClick={done}>
              {no}
            </Button>
          ) : (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => withToast(no, SEEN[NO[ask.kind] ?? 'done'], () => answer(ask, 'declined', memberId))}
            >
              {no}
            </Button>
          )}
        </div>
      )}
      {isReplying && <ReplyDialog ask={ask} onClose={() => setReplying(false)} />}
      {isOpen && ask.clientId && (
        <ProposedClientPanel
          clientId={ask.clientId}
          proposed={detailsOf(ask.facts)}
          onClose={() => setOpen(false)}
          onSaved={() => void done()}
        />
      )}
    </li>
  )
}

const ANSWERS = {
  access: { yes: (client: string) => `Yes, that’s ${client}`, no: 'No', said: 'Let in' },
  details: { yes: () => 'Change it', no: 'Leave it', said: 'Changed' },
  vet_invite: { yes: () => 'Let them in', no: 'No', said: 'Let in' },
  words: { yes: () => 'Answer', no: 'Seen', said: 'Seen' },
  other: { yes: () => 'Dealt with', no: 'Turn down', said: 'Dealt with' },
} as const

const SEEN = {
  in: 'They see their horses from now on.',
  out: 'They see nothing here.',
  invited: 'They’re invited. They see nothing before they’ve signed in.',
  colleague: 'They’re invited as soon as the owner has agreed too.',
  uninvited: 'Nobody is invited.',
  done: 'The owner sees that you’ve answered.',
  words: 'It’s off your list. They see that you’ve read it.',
} as const

const answersOf = (ask: WaitingAsk['ask']): keyof typeof ANSWERS =>
  takesReply(ask) ? 'words' : ask.kind === 'access' || ask.kind === 'details' || ask.kind === 'vet_invite' ? ask.kind : 'other'

type SeenByKind = Partial<Record<WaitingAsk['ask']['kind'], keyof typeof SEEN>>
const YES: SeenByKind = { access: 'in', vet_invite: 'invited' }
const NO: SeenByKind = { access: 'out', vet_invite: 'uninvited' }

const detailsOf = ({ name, businessName, address, postcode, phone, email }: WaitingAsk['ask']['facts']) =>
  Object.fromEntries(
    Object.entries({ name, businessName, address, postcode, phone, email }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>
