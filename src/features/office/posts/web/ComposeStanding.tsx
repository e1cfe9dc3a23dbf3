import { PlugZap, RefreshCw } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { Networks } from '#features/office/posts/web/use-networks.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { PhotoConsentsCard } from '#features/records/photo-consents/web/PhotoConsentsCard.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = {
  horse: KnownHorse
  isAgreed: boolean
  known: Networks
  /** Some network can be ticked. */
  hasNetwork: boolean
  isOffline: boolean
  /** Keeps what was written, and leads to where a network is connected. */
  onConnect: () => unknown
}

/** What keeps a post from going now, and the way on: its owner's consent, a network, a signal. Nothing where nothing does. */
export function ComposeStanding({ horse, isAgreed, known, hasNetwork, isOffline, onConnect }: Props) {
  if (!isAgreed)
    return (
      <>
        <Note tone="due">{`${horse.client?.name ?? 'The owner'} hasn’t agreed to photos on social media, so it can’t be posted. Ask, or record what they said. The draft can be kept.`}</Note>
        <PhotoConsentsCard clientId={horse.clientId} horseId={horse.id} />
      </>
    )
  if (!hasNetwork) return <NoNetwork known={known} isOffline={isOffline} onConnect={onConnect} />
  return (
    <>
      {isOffline && <Note>No signal. It goes when you have some.</Note>}
      {known.networks?.some(({ isOn, isRehearsed }) => isOn && isRehearsed) && (
        <Note>Test version: nothing leaves. It’s kept here word for word.</Note>
      )}
    </>
  )
}

function NoNetwork({ known: { networks, fault, again }, isOffline, onConnect }: Pick<Props, 'known' | 'isOffline' | 'onConnect'>) {
  const role = useSession<CurrentUser>().user?.role
  if (networks) {
    const isOwner = may(role, 'connectPractice')
    return (
      <>
        <Note tone="due">{`No network is connected, so it can’t be posted yet. ${isOwner ? 'Connect your page first.' : 'The owner connects one under Integrations.'}`}</Note>
        {isOwner && (
          <Button icon={PlugZap} onClick={onConnect}>
            Keep the draft and connect one
          </Button>
        )}
      </>
    )
  }
  if (isOffline)
    return (
      <Note tone="due">This device doesn’t know yet which networks are connected. Keep a draft, and post it when you have signal.</Note>
    )
  if (fault === undefined) return <SkeletonRows label="Loading your networks..." />
  return (
    <>
      <Note tone="late">{sentenceOf(fault)}</Note>
      <Button icon={RefreshCw} onClick={again}>
        Try again
      </Button>
    </>
  )
}
