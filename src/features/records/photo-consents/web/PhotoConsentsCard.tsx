import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { useHorses } from '#features/records/horses/web/data.ts'
import type { PhotoConsent } from '#features/records/photo-consents/contract.ts'
import { HOW_NAMES, photoConsentState, USE_NAMES } from '#features/records/photo-consents/rules.ts'
import { type KnownPhotoConsent, usePhotoConsents, withdrawPhotoConsent } from '#features/records/photo-consents/web/data.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { toast } from '#ui/toast-store.ts'

const PhotoConsentDialog = lazy(() =>
  import('#features/records/photo-consents/web/PhotoConsentDialog.tsx').then((module) => ({ default: module.PhotoConsentDialog })),
)

type Props = {
  clientId: string
  /** Of one horse: what is about it, or about all of theirs. */
  horseId?: string
  /** How many posts are taken down once one is withdrawn, by whoever knows of posts. */
  postsUnder?: (consent: KnownPhotoConsent) => number
}

/** Whether an owner agrees to photos in public, what for, and its end. Works offline; only asking by a message needs a signal. */
export function PhotoConsentsCard({ clientId, horseId, postsUnder }: Props) {
  const user = useSession<CurrentUser>().user
  const all = usePhotoConsents(clientId)
  const [isOpen, setOpen] = useState(false)
  const [withdrawing, setWithdrawing] = useState<KnownPhotoConsent>()
  if (!user || !all) return null
  const shown = all.filter((one) => !horseId || one.horseId === null || one.horseId === horseId)
  const mayChange = may(user.role, 'changeRecords')
  return (
    <section aria-label="Photos in public" className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-16">Photos in public</h3>
        {mayChange && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Ask or record
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="text-14 text-ink-2">They haven’t been asked. Without their consent, show their photos to nobody else.</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {shown.map((one) => (
            <Row
              key={one.id}
              consent={one}
              zone={user.practice.zone}
              {...(mayChange && isEndable(one) && { onWithdraw: () => setWithdrawing(one) })}
            />
          ))}
        </ul>
      )}
      <Suspense>{isOpen && <PhotoConsentDialog clientId={clientId} horseId={horseId ?? null} onClose={() => setOpen(false)} />}</Suspense>
      <ConfirmDialog
        open={withdrawing !== undefined}
        onOpenChange={(open) => !open && setWithdrawing(undefined)}
        title="Withdraw this consent?"
        keepLabel="Keep it"
        confirmLabel="Withdraw"
        onConfirm={async () => {
          await withdraw(withdrawing?.id)
          setWithdrawing(undefined)
        }}
      >
        {withdrawing && takenDownWords(postsUnder?.(withdrawing) ?? 0)}
        <p>It can’t be put back: if they agree again later, ask or record it again.</p>
      </ConfirmDialog>
    </section>
  )
}

const takenDownWords = (posts: number) =>
  posts > 0 && <p className="mb-2 font-medium">{posts === 1 ? '1 post is taken down.' : `${posts} posts are taken down.`}</p>

async function withdraw(id: string | undefined): Promise<void> {
  const isDone = id !== undefined && (await withdrawPhotoConsent(id).catch(() => false))
  if (isDone) toast({ title: 'Withdrawn' })
  else toast({ variant: 'destructive', title: 'Not saved', description: 'Try again.' })
}

const isEndable = (one: PhotoConsent) => photoConsentState(one) === 'given' || photoConsentState(one) === 'asked'

function Row({ consent, zone, onWithdraw }: { consent: KnownPhotoConsent; zone: string; onWithdraw?: () => void }) {
  const horses = useHorses()
  const name = consent.horseId ? (horses?.find(({ id }) => id === consent.horseId)?.name ?? 'One horse') : 'All their horses'
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <b className="flex flex-wrap items-center gap-x-2">
          {name} <RowMark of={[consent]} />
        </b>
        <span className="block text-14">{consent.uses.map((use) => USE_NAMES[use]).join(', ')}</span>
        <span className="block text-14 text-ink-2">{stateWords(consent, zone)}</span>
      </span>
      {onWithdraw && (
        <Button size="sm" variant="danger" aria-label={`Withdraw, ${name}`} onClick={onWithdraw}>
          Withdraw
        </Button>
      )}
    </li>
  )
}

function stateWords(consent: PhotoConsent, zone: string): string {
  const day = (at: string | null) => (at ? dayAndYear(dayOf(at, zone)) : '')
  const given = consent.givenAt && `Agreed ${HOW_NAMES[consent.how ?? 'said']}, ${day(consent.givenAt)}`
  switch (photoConsentState(consent)) {
    case 'given':
      return `${given}. Wording ${consent.wordingVersion}`
    case 'asked':
      return `Asked ${day(consent.askedAt)}, not answered yet`
    case 'refused':
      return `Said no, ${day(consent.refusedAt)}`
    case 'withdrawn':
      return [given, `Withdrawn by ${consent.withdrawnBy === 'owner' ? 'the owner' : 'you'}, ${day(consent.withdrawnAt)}`]
        .filter(Boolean)
        .join('. ')
  }
}
