import { Copy, ExternalLink, FileDown, Link2Off, Plus } from 'lucide-react'
import { TextActionsPanel } from '#features/core/notices/web/TextActionsPanel.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { cardText } from '#features/day/visit-card/card.ts'
import type { VisitCardLink } from '#features/day/visit-card/contract.ts'
import type { CardOwner } from '#features/day/visit-card/web/use-visit-card.ts'
import type { Day } from '#lib/dates.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { outside } from '#platform/web/device/outside.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  owner: CardOwner
  day: Day
  link: VisitCardLink | undefined
  /** Makes a link where there is none any more. */
  onNew: (() => void) | undefined
  onTakeBack: () => void
}

/** One owner's card: looked at, handed over, saved or revoked. */
export const OwnerCard = ({ owner: { client, horses }, day, link, onNew, onTakeBack }: Props) => (
  <li className="grid gap-2.5 rounded-lg border border-line p-3">
    <div className="flex items-start justify-between gap-2">
      <p className="min-w-0">
        <b className="block">{client.name}</b>
        <span className="block text-ink-2">{horses.join(', ')}</span>
      </p>
      {link && (
        <Button
          size="sm"
          variant="quiet"
          icon={Link2Off}
          aria-label={`Stop sharing ${client.name}'s card`}
          onClick={onTakeBack}
          className="-mt-1 -mr-1"
        >
          Stop sharing
        </Button>
      )}
    </div>
    {link ? <Ways link={link} phone={client.phoneE164} horses={horses} day={day} /> : onNew && <Gone onNew={onNew} />}
  </li>
)

const Gone = ({ onNew }: { onNew: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <p role="status" className="flex flex-1 items-center gap-2 text-14">
      <Link2Off size={16} aria-hidden className="shrink-0" />
      Not shared: its links no longer work.
    </p>
    <Button size="sm" icon={Plus} onClick={onNew}>
      Make a new link
    </Button>
  </div>
)

type WaysProps = { link: VisitCardLink; phone: string | null; horses: readonly string[]; day: Day }

function Ways({ link, phone, horses, day }: WaysProps) {
  const practiceName = useSession<CurrentUser>().user?.practice.name ?? ''
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex">
      <LinkButton
        size="sm"
        icon={ExternalLink}
        target="_blank"
        rel="noopener"
        {...outside(link.url)}
        aria-label={`Open ${link.clientName}'s card`}
      >
        Open
      </LinkButton>
      <Button size="sm" icon={Copy} aria-label={`Copy link for ${link.clientName}`} onClick={() => copy(link.url)}>
        Copy link
      </Button>
      <TextActionsPanel phone={phone} body={cardText({ horses, day, url: link.url, practiceName })} label="Share..." />
      <LinkButton size="sm" icon={FileDown} href={link.pdfUrl} target="_blank" rel="noopener" aria-label={`PDF for ${link.clientName}`}>
        PDF
      </LinkButton>
    </div>
  )
}

const copy = (url: string) =>
  copyText(url).then(
    () => toast({ title: 'Link copied', description: 'Paste it into a message to the owner.' }),
    () =>
      toast({
        title: 'Not copied',
        description: "This browser won't copy the link. Open the card and share it from there.",
        variant: 'destructive',
      }),
  )
