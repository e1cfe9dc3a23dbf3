import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import { may } from '#features/core/practice/rules.ts'
import type { HorseCare } from '#features/records/guests/care-contract.ts'
import { costWords, isStillOpen, newsWords, serviceFor } from '#features/records/guests/care-rules.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import { CareRow } from '#features/records/guests/web/CareRow.tsx'
import { useHorseCare, useRefetchCare } from '#features/records/guests/web/care-data.ts'
import { InviteCareDialog } from '#features/records/guests/web/InviteCareDialog.tsx'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useNow } from '#platform/web/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

type Props = { horse: Pick<KnownHorse, 'id' | 'name' | 'vetName' | 'client'> }

/** Spec §2 Horses, Professional Services: the vet and the para-professionals of a horse, who sees what until when. Only the server knows. */
export const ProfessionalServicesCard = ({ horse }: Props) => (
  <Queries>
    <Services horse={horse} />
  </Queries>
)

const ROLES: readonly CareRole[] = ['vet', 'para-professional']

function Services({ horse }: Props) {
  const user = useSession<CurrentUser>().user
  const { data: care } = useHorseCare(horse.id)
  if (!user || !care) return null
  return (
    <section aria-label="Professional Services" className="grid gap-2">
      <h3 className="text-16">Professional Services</h3>
      {ROLES.map((role) => (
        <ServiceCard
          key={role}
          role={role}
          horse={horse}
          care={care}
          zone={user.practice.zone}
          mayRun={may(user.role, 'runPortal')}
          mayOffer={may(user.role, 'runPractice')}
        />
      ))}
    </section>
  )
}

type ServiceProps = Props & { role: CareRole; care: HorseCare; zone: string; mayRun: boolean; mayOffer: boolean }

/** One service of a horse. Where it has no payer, it shows what it is, what it costs and whom, and leads to where it is offered. */
function ServiceCard({ role, horse, care, zone, mayRun, mayOffer }: ServiceProps) {
  const [isInviting, setInviting] = useState(false)
  const refetch = useRefetchCare()
  const service = serviceFor(role)
  // Without a signal no answer reports that it has closed.
  const isOpen = isStillOpen(care.services[service], care.openUntil[service], new Date(useNow()))
  const news = newsWords(care.news.find((one) => one.role === role))
  const consents = care.consents.filter((consent) => consent.role === role)
  return (
    <section aria-label={CLIENT_SERVICES[service].name} className="grid gap-2 rounded-lg border border-line p-3">
      <h4 className="text-16">{CLIENT_SERVICES[service].name}</h4>
      {news && <p className="font-medium">{`New: ${news}`}</p>}
      {!isOpen && <p className="text-14 text-ink-2">{`${costWords(role, 'practice')} Not open for ${horse.name}.`}</p>}
      {isOpen && consents.length === 0 && <p className="text-14 text-ink-2">{`Nobody sees ${horse.name} by it yet.`}</p>}
      {consents.length > 0 && (
        <ul className="divide-y divide-line">
          {consents.map((consent) => (
            <CareRow key={consent.id} consent={consent} zone={zone} mayRun={mayRun} />
          ))}
        </ul>
      )}
      {!isOpen && mayOffer && (
        <LinkButton href="/settings/plan" size="sm" className="w-fit">
          Offer it to clients
        </LinkButton>
      )}
      {isOpen && mayRun && horse.client && (
        <Button size="sm" className="w-fit" onClick={() => setInviting(true)}>
          {role === 'vet' ? 'Let a vet see it' : 'Let a physio or other see it'}
        </Button>
      )}
      {isInviting && (
        <InviteCareDialog
          role={role}
          horse={horse}
          also={care.alsoOpen.filter((one) => one.service === service)}
          onClose={() => {
            setInviting(false)
            void refetch()
          }}
        />
      )}
    </section>
  )
}
