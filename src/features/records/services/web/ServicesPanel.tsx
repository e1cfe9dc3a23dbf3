import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { CLIENT_SERVICES, offersOf } from '#features/core/practice/plans.ts'
import type { Offered } from '#features/core/practice/services-shape.ts'
import { useClientServices } from '#features/records/services/web/data.ts'
import { HasServiceList } from '#features/records/services/web/HasServiceList.tsx'
import { TellDialog } from '#features/records/services/web/TellDialog.tsx'
import { pounds } from '#lib/money.ts'
import type { Service } from '#lib/plan.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/EmptyState.tsx'
import { Switch } from '#ui/Switch.tsx'

type Props = {
  /** What the practice noted it would like before there were any. */
  wishes: readonly Service[]
  /** What it offers; undefined while that loads. */
  offered: Offered | undefined
  offer: (change: Offered) => void
}

/** The services that clients pay for: which the practice offers, who would be notified, and who has them (Spec §4 Plan changes). */
export function ServicesPanel({ wishes, offered, offer }: Props) {
  const user = useSession<CurrentUser>().user
  const isWanted = new URLSearchParams(useSearch()).has('service')
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView()
  }, [isWanted])
  const { data, error, refetch } = useClientServices()
  if (!user) return null
  return (
    <Card ref={card} title="For your clients, billed to them" padded className="scroll-mt-4">
      <p className="mb-3 max-w-[70ch] text-ink-2">
        You enable a service; each client decides for each horse, and pays for it. You pay nothing and earn nothing by it. Nobody is told
        unless you say so.
      </p>
      {data && <p className="mb-3 max-w-[70ch]">{BY[data.by]}</p>}
      <div className="grid gap-3 md:grid-cols-2">
        {offersOf(user.practice.tier).map((service) => (
          <Offer
            key={service}
            service={service}
            isOffered={offered?.[service] ?? false}
            isWished={wishes.includes(service)}
            onChange={offered && ((isOn) => offer({ [service]: isOn }))}
          />
        ))}
      </div>
      {error && !data && (
        <ErrorState title="Who has a service couldn't be loaded" onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorState>
      )}
      {data && <HasServiceList has={data.has} />}
    </Card>
  )
}

const BY = {
  nobody: 'In the test version a client opens a service at once, and nothing is charged.',
  client:
    'Your clients pay by their own card, month by month, to whoever runs this server. Their receipts name who sells it; you are told who has what.',
  operator:
    'On this server services are arranged by the person who runs it. Enabled here, your clients read what there is and what it costs, and ask you.',
} as const

type OfferProps = { service: Service; isOffered: boolean; isWished: boolean; onChange: ((isOn: boolean) => void) | undefined }

function Offer({ service, isOffered, isWished, onChange }: OfferProps) {
  const [isTelling, tell] = useState(false)
  const { name, pence, text } = CLIENT_SERVICES[service]
  return (
    <div className="rounded-lg border border-line p-4">
      <h3 className="text-16">{name}</h3>
      <p className="text-14 text-ink-2">{pounds(pence)} a horse, a month, VAT included. Your client pays.</p>
      <p className="mt-1">Your client reads: “{text}”</p>
      {isWished && !isOffered && <p className="mt-1 text-14 text-ink-2">You noted that you'd like this. It's here now.</p>}
      <Switch
        label={
          <>
            Enable for Clients<span className="sr-only">: {name}</span>
          </>
        }
        help={isOffered ? 'Off again, nobody new begins it. Who has it keeps it.' : 'It then shows on your clients’ pages.'}
        checked={isOffered}
        disabled={!onChange}
        onChange={(isOn) => onChange?.(isOn)}
      />
      {isOffered && (
        <Button className="mt-2" onClick={() => tell(true)}>
          See who would be told
        </Button>
      )}
      <TellDialog service={service} open={isTelling} onOpenChange={tell} />
    </div>
  )
}
