import { type ComponentType, useState } from 'react'
import { answering } from '#features/records/guests/web/data.ts'
import { HandOverSale } from '#features/records/guests/web/HandOverSale.tsx'
import type { WaitingAsk } from '#features/records/guests/web/use-asks.ts'
import type { Also, KnownHorse } from '#features/records/horses/web/data.ts'
import { Button } from '#ui/Button.tsx'

/** Where a horse that is no longer shod is put on record. */
export type GoneForm = ComponentType<{
  horse: KnownHorse
  proposed: { reason: 'deceased' | 'sold' | 'moved'; goneOn: string | undefined }
  also: Also
  onClose: () => void
}>
type Props = { ask: WaitingAsk['ask']; horse: KnownHorse; memberId: string; gone: GoneForm }

/** What a farrier does about a horse that was sold, has moved on or has died, each with the owner's words filled in. */
export function GoneAsk({ ask, horse, memberId, gone: Gone }: Props) {
  const [open, setOpen] = useState<'sale' | 'gone'>()
  const isSale = ask.kind === 'sold'
  const shared = { horse, also: answering(ask, 'done', memberId), onClose: () => setOpen(undefined) }
  const reason = isSale ? (ask.facts.reason ?? 'sold') : 'deceased'
  return (
    <>
      {isSale && (
        <Button size="sm" onClick={() => setOpen('sale')}>
          Hand over
        </Button>
      )}
      <Button size="sm" {...(isSale && { variant: 'quiet' })} onClick={() => setOpen('gone')}>
        No longer shod
      </Button>
      {open === 'sale' && <HandOverSale {...shared} facts={ask.facts} />}
      {open === 'gone' && <Gone {...shared} proposed={{ reason, goneOn: ask.facts.onDay }} />}
    </>
  )
}
