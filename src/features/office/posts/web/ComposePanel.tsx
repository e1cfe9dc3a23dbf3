import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Network } from '#features/office/posts/contract.ts'
import { mayPost } from '#features/office/posts/rules.ts'
import { ComposeFields } from '#features/office/posts/web/ComposeFields.tsx'
import { ComposeStanding } from '#features/office/posts/web/ComposeStanding.tsx'
import type { Composed } from '#features/office/posts/web/data.ts'
import { PostPreview } from '#features/office/posts/web/PostPreview.tsx'
import { type Start, useComposed } from '#features/office/posts/web/use-composed.ts'
import { useNetworks } from '#features/office/posts/web/use-networks.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { usePhotoConsents } from '#features/records/photo-consents/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  horse: KnownHorse
  /** The picture, as it is shown; undefined: it is being fetched; null: not to be had now. */
  url: string | null | undefined
  hasPicture: boolean
  start: Start
  /** Keeps it on the device; false: it couldn't. */
  onKeep: (composed: Composed) => Promise<boolean>
  onClose: () => void
}

/** Words for a picture, and where it is posted: looked at first, then kept as a draft or posted. Works without a signal; it goes once there is one. */
export function ComposePanel({ horse, url, hasPicture, start, onKeep, onClose }: Props) {
  const known = useNetworks()
  const composing = useComposed(start, known.networks, hasPicture)
  const { composed } = composing
  const isAgreed = useIsAgreed(horse)
  const reachable = useReachable()
  const [, navigate] = useLocation()
  const [isNotKept, setNotKept] = useState(false)
  const networks = known.networks?.filter(({ id, isOn }) => isOn || composed.networks.includes(id)) ?? []
  const mayGo = isAgreed && networks.length > 0
  const keep = async (isPosted: boolean) => {
    const isKept = await onKeep({ ...composed, isPosted }).catch(() => false)
    setNotKept(!isKept)
    if (!isKept) return false
    toast(isPosted ? (reachable ? ON_ITS_WAY : LATER) : DRAFT)
    onClose()
    return true
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React's events also come from the forms opened within this one.
    if (event.target !== event.currentTarget) return
    if (!mayGo) await keep(false)
    else if (composing.tryPost()) await keep(true)
  }
  const failure = isNotKept ? NOT_KEPT : composing.faultOf()
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Make a post"
      description={`${horse.name}, before and after`}
      isChanged={composing.isChanged}
      onSubmit={submit}
      footer={<Foot mayGo={mayGo} failure={failure} onDraft={() => keep(false)} />}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <div className="grid content-start gap-4">
          {url && <img src={url} alt={composed.altText} className="w-full rounded-lg md:hidden" />}
          <ComposeStanding
            {...{ horse, isAgreed, known }}
            hasNetwork={networks.length > 0}
            isOffline={!reachable}
            onConnect={async () => (await keep(false)) && navigate('/integrations?tab=social')}
          />
          <ComposeFields horse={horse} composing={composing} networks={networks} />
        </div>
        <Look url={url} composed={composed} networks={networks} />
      </div>
    </Dialog>
  )
}

const NOT_KEPT = "This device couldn't save that. What you typed is still here: try again."
const ON_ITS_WAY = { title: 'On its way', description: 'Where it stands is with the photos of the horse.' }
const LATER = { title: 'Kept', description: 'It goes when you have signal.' }
const DRAFT = { title: 'Draft kept', description: 'It’s with the photos of the horse.' }

function useIsAgreed(horse: KnownHorse): boolean {
  const today = useToday()
  const consents = usePhotoConsents(horse.clientId)
  return consents === undefined || mayPost(consents, horse, today)
}

type FootProps = { mayGo: boolean; failure: string | undefined; onDraft: () => unknown }

/** Where it can't go, keeping it is what is left. */
const Foot = ({ mayGo, failure, onDraft }: FootProps) => (
  <>
    {failure && (
      <Note tone="late" live className="w-full max-md:flex-none!">
        {failure}
      </Note>
    )}
    {mayGo && <Button onClick={onDraft}>Keep as draft</Button>}
    <Button type="submit" variant="primary" {...(mayGo && { icon: Send })}>
      {mayGo ? 'Post' : 'Keep as draft'}
    </Button>
  </>
)

type LookProps = Pick<Props, 'url'> & { composed: Pick<Composed, 'text' | 'altText' | 'networks'>; networks: readonly Network[] }

function Look({ url, composed: { text, altText, networks: chosen }, networks }: LookProps) {
  const practiceName = useSession<CurrentUser>().user?.practice.name ?? ''
  const ticked = networks.filter(({ id }) => chosen.includes(id))
  if (url === null) return <Note tone="due">The picture is on the server. Open this when you have signal to look at it.</Note>
  if (ticked.length === 0) return url ? <img src={url} alt={altText} className="w-full rounded-lg max-md:hidden" /> : null
  return <PostPreview networks={ticked} practiceName={practiceName} text={text} altText={altText} url={url} />
}
