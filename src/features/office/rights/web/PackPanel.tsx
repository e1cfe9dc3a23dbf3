import { Copy, FileDown, PackageOpen, Send } from 'lucide-react'
import type { NoticeState } from '#features/core/notices/contract.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { sizeWords } from '#features/evidence/files/rules.ts'
import type { Export } from '#features/office/exports/contract.ts'
import { PACK_DAYS } from '#features/office/rights/pack-page.ts'
import { packHref, usePack, useSharePack, useStartPack } from '#features/office/rights/web/use-pack.ts'
import type { ListedRequest } from '#features/office/rights/web/use-requests.ts'
import { sentWords } from '#features/office/rights/words.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { pressed } from '#platform/web/pressed.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Meter } from '#ui/Meter.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

type Of = { request: ListedRequest }

/** One press makes the pack; then the user saves it to hand it over, or sends its link. */
export function PackPanel({ request }: Of) {
  const reachable = useReachable()
  const { pack, isError, refetch } = usePack(request)
  const start = useStartPack(request)
  return (
    <section aria-label="Their pack" className="grid gap-3 rounded-lg border border-line px-4 py-3">
      <h3 className="text-16">Their pack</h3>
      {request.client === null ? (
        <p className="text-ink-2">They've been erased, so there's nothing to hand over.</p>
      ) : !reachable && !pack ? (
        <p className="text-ink-2">The server makes the pack, so you need signal.</p>
      ) : isError ? (
        <Note tone="late">
          The packs couldn't be loaded.{' '}
          <Button size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </Note>
      ) : pack === undefined ? (
        <SkeletonRows label="Loading the pack..." rows={1} />
      ) : pack?.state === 'done' ? (
        <Ready request={request} pack={pack} onAgain={() => pressed(start, undefined)} />
      ) : pack?.state === 'queued' || pack?.state === 'running' ? (
        <Making pack={pack} />
      ) : (
        <NotYet pack={pack} isBusy={start.isPending} onStart={() => pressed(start, undefined)} />
      )}
      {start.error && (
        <Note tone="late" live>
          {sentenceOf(start.error)}
        </Note>
      )}
    </section>
  )
}

function NotYet({ pack, isBusy, onStart }: { pack: Export | null; isBusy: boolean; onStart: () => void }) {
  return (
    <>
      {pack?.state === 'failed' && <Note tone="late">{pack.problem ?? "The pack couldn't be made."}</Note>}
      <p className="text-ink-2">
        {pack?.state === 'gone' ? "The last one has gone: packs aren't kept. " : ''}
        Everything about them in one ZIP: a summary to read, tables, their files and messages. It has nobody else's data in it.
      </p>
      <Button icon={PackageOpen} className="justify-self-start" busy={isBusy} busyLabel="Starting..." onClick={onStart}>
        {pack === null ? 'Make the pack' : 'Make it again'}
      </Button>
    </>
  )
}

function Making({ pack: { handled, total, state } }: { pack: Export }) {
  const percent = total > 0 ? Math.floor((handled / total) * 100) : 0
  return (
    <>
      <p role="status" className="flex justify-between gap-2">
        {state === 'queued' ? 'Waiting to be made' : 'Being made'}
        <span className="tabular-nums">{percent}%</span>
      </p>
      <Meter value={percent} label="The pack" valueText={`${percent}%`} />
      <p className="text-14 text-ink-2">You can leave this screen; it carries on.</p>
    </>
  )
}

function Ready({ request, pack, onAgain }: Of & { pack: Export; onAgain: () => void }) {
  const { user } = useSession<CurrentUser>()
  const zone = user?.practice.zone ?? 'Europe/London'
  const share = useSharePack(request, pack.id)
  const wordsOf = (sent: NoticeState) => (user?.isTestVersion ? 'Test version: in the Outbox, not sent.' : sentWords(sent))
  const goes = pack.diesAt && `, here until ${shortDay(dayOf(pack.diesAt, zone))}, ${timeOf(pack.diesAt, zone)}`
  const send = () =>
    share
      .mutateAsync(true)
      .then(({ sent }) => toast({ title: 'Link to the pack', description: `${request.name}: ${wordsOf(sent ?? 'queued')}` }), toastFailed)
  const copy = async () => {
    try {
      const { url } = await share.mutateAsync(false)
      await copyText(url)
      toast({ title: 'Link copied', description: `Anyone with it can download the pack for ${PACK_DAYS} days.` })
    } catch (error) {
      toastFailed(error)
    }
  }
  return (
    <>
      <p>
        <b className="[overflow-wrap:anywhere]">{pack.fileName}</b>
        <span className="block text-14 text-ink-2">
          {pack.bytes === null ? 'Ready' : sizeWords(pack.bytes)}
          {goes}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={packHref(pack)} download className={buttonClass({ size: 'sm' })}>
          <FileDown size={20} aria-hidden className="shrink-0" />
          Save it
        </a>
        <Button size="sm" icon={Send} busy={share.isPending} busyLabel="Sending..." onClick={() => send()}>
          Send the link
        </Button>
        <Button size="sm" variant="quiet" icon={Copy} onClick={() => copy()}>
          Copy a link
        </Button>
        <Button size="sm" variant="quiet" onClick={onAgain}>
          Make it again
        </Button>
      </div>
      <p className="text-14 text-ink-2">
        {isUnproved(request)
          ? "Only hand it over once they've shown who they are."
          : 'Make sure it reaches them and nobody else. Then set the request to completed.'}
      </p>
    </>
  )
}

/** Whether proof of identity is still awaited: the requester may not be who they claim to be. */
const isUnproved = ({ clockState }: ListedRequest) => clockState.kind === 'waiting' && clockState.wait.why === 'identity'

const toastFailed = (error: unknown) => void toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) })
