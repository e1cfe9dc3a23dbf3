import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import type { Billing } from '#features/core/billing/contract.ts'
import { useWish } from '#features/core/billing/web/data.ts'
import { CLIENT_SERVICES, type ClientService, FEATURES } from '#features/core/practice/plans.ts'
import { pounds } from '#lib/money.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/Switch.tsx'

const SERVICES = Object.keys(CLIENT_SERVICES) as ClientService[]

/** Services that clients would pay for: they come with the portal, and a practice can register its interest (Spec §4 Plan changes). */
export function ServicesCard({ billing: { wishes } }: { billing: Billing }) {
  const isWanted = new URLSearchParams(useSearch()).has('service')
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView()
  }, [isWanted])
  const wishing = useWish()
  const changing = wishing.isPending ? wishing.variables : undefined
  return (
    <Card ref={card} title="For your clients, billed to them" padded className="scroll-mt-4">
      <p className="mb-3 max-w-[70ch] text-ink-2">
        These will open with the client portal. Your client will see the price and decide for each horse; you pay nothing. Tell us which
        you'd like and we'll note it for the day they open.
      </p>
      <div className="grid gap-3 md:grid-cols-2">
        {SERVICES.map((service) => (
          <div key={service} className="rounded-lg border border-line p-4">
            <h3 className="text-16">
              {CLIENT_SERVICES[service].name} <span className="text-14 font-normal text-ink-2">(planned)</span>
            </h3>
            <p className="text-14 text-ink-2">{pounds(CLIENT_SERVICES[service].pence)} a horse, a month</p>
            <p className="mt-1 mb-2">{FEATURES[service].text}</p>
            <Switch
              label={wishes.includes(service) ? "Noted: we'd like this" : "We'd like this"}
              checked={changing?.service === service ? changing.isWanted : wishes.includes(service)}
              disabled={wishing.isPending}
              onChange={(isWanted) => wishing.mutate({ service, isWanted })}
            />
          </div>
        ))}
      </div>
    </Card>
  )
}
