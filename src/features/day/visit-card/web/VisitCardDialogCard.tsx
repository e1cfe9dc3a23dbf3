import { CloudOff, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { cardDay } from '#features/day/visit-card/card.ts'
import { useCardLinks } from '#features/day/visit-card/web/data.ts'
import { OwnerCard } from '#features/day/visit-card/web/OwnerCard.tsx'
import { ShownPhotosPanel } from '#features/day/visit-card/web/ShownPhotosPanel.tsx'
import { type CardOwner, useVisitCard } from '#features/day/visit-card/web/use-visit-card.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useReachable } from '#platform/web/sync/status.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState, ErrorState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { visitId: string; onClose: () => void }
type CardData = NonNullable<ReturnType<typeof useVisitCard>>

/** The cards of a finished visit, one for each owner: opened, handed over or revoked; and which photos are on them. */
export function VisitCardDialogCard({ visitId, onClose }: Props) {
  const known = useVisitCard(visitId)
  return (
    <Queries>
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="Visit card"
        description={known ? cardDay(known.visit.onDay) : undefined}
      >
        {known ? (
          <Cards known={known} />
        ) : known === null ? (
          <EmptyState icon={CloudOff} title="This visit is gone">
            It was removed on another device.
          </EmptyState>
        ) : (
          <SkeletonRows label="Loading the visit..." />
        )}
      </Dialog>
    </Queries>
  )
}

function Cards({ known }: { known: CardData }) {
  const { visit, owners, isSent, photos } = known
  const reachable = useReachable()
  const [leaving, leave] = useState<CardOwner>()
  const ids = owners.map(({ client }) => client.id)
  const links = useCardLinks(visit.id, ids, isSent && reachable)
  if (owners.length === 0)
    return (
      <EmptyState icon={Hourglass} title="Nothing to show yet">
        First write up a horse on this visit: what was done, or why not.
      </EmptyState>
    )
  const takeBack = async ({ client }: CardOwner) => {
    leave(undefined)
    await links.takeBack(client.id).then(
      () => toast({ title: 'No longer shared', description: `Every link to ${client.name}'s card has stopped working.` }),
      (error: unknown) => toast({ title: 'Still shared', description: sentenceOf(error), variant: 'destructive' }),
    )
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Owners see what was done, found and advised, and when the horse is next due. Notes, prices and gate codes stay with you.
      </p>
      {!links.data && <NoLinksNote isSent={isSent} isReachable={reachable} />}
      {links.error && !links.isFetching && (
        <ErrorState title="The links couldn't be made" onRetry={() => void links.refetch()}>
          {sentenceOf(links.error)}
        </ErrorState>
      )}
      <ul className="grid gap-2.5">
        {owners.map((owner) => (
          <OwnerCard
            key={owner.client.id}
            owner={owner}
            link={links.data?.find(({ clientId }) => clientId === owner.client.id)}
            day={visit.onDay}
            onNew={links.data && !links.isFetching ? () => void links.refetch() : undefined}
            onTakeBack={() => leave(owner)}
          />
        ))}
      </ul>
      <ShownPhotosPanel photos={photos} />
      {leaving && <TakeBack owner={leaving} onClose={() => leave(undefined)} onConfirm={() => takeBack(leaving)} />}
    </div>
  )
}

/** Why there are no links yet. */
function NoLinksNote({ isSent, isReachable }: { isSent: boolean; isReachable: boolean }) {
  if (isSent && isReachable) return null
  return isSent ? (
    <Note icon={CloudOff} live>
      You have no signal. The server makes the links, so open this again once you're back online.
    </Note>
  ) : (
    <Note icon={Hourglass} live>
      Some of this visit hasn't reached the server yet. The links are made as soon as it has.
    </Note>
  )
}

const TakeBack = ({ owner, onClose, onConfirm }: { owner: CardOwner; onClose: () => void; onConfirm: () => void }) => (
  <ConfirmDialog
    open
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={`Stop sharing ${owner.client.name}'s card?`}
    keepLabel="Keep sharing"
    confirmLabel="Stop sharing"
    onConfirm={onConfirm}
  >
    Every link to it stops working, including any you've sent. You can make a new one.
  </ConfirmDialog>
)
