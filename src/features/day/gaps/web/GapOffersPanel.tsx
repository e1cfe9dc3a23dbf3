import { useState } from 'react'
import type { SlotOffer } from '#features/day/gaps/contract.ts'
import { isOpen, offerState } from '#features/day/gaps/rules.ts'
import { type KnownOffer, withdrawOffers } from '#features/day/gaps/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { Day } from '#lib/dates.ts'
import { timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useNow } from '#platform/web/use-now.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { toast } from '#ui/toast-store.ts'

/** The offered slots of a member's day, to whom, and the state of each offer; nothing where there is none. */
export function GapOffersPanel({ day, memberId }: { day: Day; memberId: string }) {
  const offers = useRows<SlotOffer>('slot_offers', { day })?.filter((offer) => offer.memberId === memberId)
  if (!offers?.length) return null
  const gaps = [...Map.groupBy(offers, ({ gapId }) => gapId).values()].toSorted((a, b) =>
    (a[0]?.gapId ?? '') < (b[0]?.gapId ?? '') ? 1 : -1,
  )
  return gaps.map((gap) => <GapCard key={gap[0]?.gapId} offers={gap} />)
}

function GapCard({ offers }: { offers: readonly KnownOffer[] }) {
  const now = new Date(useNow())
  const names = new Map(useRows<Client>('clients')?.map(({ id, name }) => [id, name]))
  const [first] = offers
  const open = offers.filter((offer) => isOpen(offer, now))
  if (!first) return null
  return (
    <Card
      title={`Offered: ${first.localStart}`}
      action={open.length > 0 && <span className="text-14 text-ink-2">{`until ${timeOf(first.expiresAt, first.zone)}`}</span>}
    >
      <ul aria-label={`Offered at ${first.localStart}`} className="divide-y divide-line">
        {offers.map((offer) => (
          <li key={offer.id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
            <span className="font-medium">{names.get(offer.clientId) ?? 'A client'}</span>
            <Badge tone={offer.state === 'taken' ? 'ok' : isOpen(offer, now) && offer.state === 'offered' ? 'due' : 'neutral'}>
              {offerState(offer, now)}
            </Badge>
          </li>
        ))}
      </ul>
      {open.length > 0 && <TakeBack offer={first} />}
    </Card>
  )
}

function TakeBack({ offer }: { offer: KnownOffer }) {
  const reachable = useReachable()
  const [isBusy, setBusy] = useState(false)
  const takeBack = async () => {
    setBusy(true)
    await withdrawOffers(offer.id).then(
      () => toast({ title: 'Withdrawn', description: "Everyone you texted is told it's gone." }),
      (error) => toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) }),
    )
    setBusy(false)
  }
  return (
    <div className="border-t border-line p-1 text-center">
      <Button variant="quiet" disabled={!reachable} busy={isBusy} busyLabel="Withdrawing..." onClick={() => takeBack()}>
        {reachable ? 'Withdraw' : 'Withdraw it when you have signal'}
      </Button>
    </div>
  )
}
