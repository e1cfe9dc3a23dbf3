import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { HorseShare } from '#features/records/guests/share-contract.ts'
import { isEndable, opensWords, recipientWords, shownWords, standingWords } from '#features/records/guests/share-rules.ts'
import { endShare, useRefetchShares, useShares } from '#features/records/guests/web/data.ts'
import { capital } from '#lib/capital.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

/** The links by which owners show a horse to people outside, each with its end. Nothing where there were none. Only the server has them. */
export const SharesCard = ({ horseId }: { horseId: string }) => (
  <Queries>
    <Shares horseId={horseId} />
  </Queries>
)

function Shares({ horseId }: { horseId: string }) {
  const user = useSession<CurrentUser>().user
  const { data: shares } = useShares(horseId)
  const refetch = useRefetchShares()
  if (!user || !shares || shares.length === 0) return null
  const end = (id: string) =>
    endShare(id).then(refetch, (error) => void toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) }))
  return (
    <section aria-label="Shown by a link" className="grid gap-1">
      <h3 className="text-16">Shown by a link</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {shares.map((share) => (
          <Share
            key={share.id}
            share={share}
            zone={user.practice.zone}
            {...(may(user.role, 'runPortal') && { onEnd: () => void end(share.id) })}
          />
        ))}
      </ul>
    </section>
  )
}

function Share({ share, zone, onEnd }: { share: HorseShare; zone: string; onEnd?: () => void }) {
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <b className="block">{capital(recipientWords(share))}</b>
        <span className="block text-14 text-ink-2">{`By ${share.clientName}. ${shownWords(share)}`}</span>
        <span className="block text-14 text-ink-2">{`${standingWords(share, zone, 'practice')}. ${opensWords(share, zone)}`}</span>
      </span>
      {onEnd && isEndable(share) && (
        <Button size="sm" variant="danger" aria-label={`End the link ${recipientWords(share)}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
