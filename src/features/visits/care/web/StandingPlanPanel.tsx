import { Stethoscope } from 'lucide-react'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { planLines } from '#features/visits/care/plan.ts'
import { useStandingPlans } from '#features/visits/care/web/use-care-notes.ts'
import { shortDay } from '#lib/dates.ts'
import { Note } from '#ui/Note.tsx'

type Props = {
  horses: readonly { id: string; name: string }[]
  /** Whether each is named: not where only one can be meant. */
  isNamed?: boolean
}

/** How a vet wants horses to be shod, a line each; nothing where there is no plan. */
export function StandingPlanPanel({ horses, isNamed = false }: Props) {
  const scheme = useFootScheme()
  const plans = useStandingPlans(horses.map(({ id }) => id))
  const planned = horses.flatMap(({ id, name }) => {
    const note = plans?.get(id)
    return note?.plan ? [{ id, name, plan: note.plan, body: note.body, reviewOn: note.reviewOn }] : []
  })
  if (planned.length === 0) return null
  return (
    <Note tone="ember" icon={Stethoscope}>
      <ul className="grid gap-1 [overflow-wrap:anywhere]">
        {planned.map(({ id, name, plan, body, reviewOn }) => (
          <li key={id}>
            <b>{`${isNamed ? `${name}, vet’s` : 'Vet’s'} plan:`}</b>{' '}
            {[planLines(plan, scheme).join('; ') || body, reviewOn && `review ${shortDay(reviewOn)}`].filter(Boolean).join('; ')}
          </li>
        ))}
      </ul>
    </Note>
  )
}
