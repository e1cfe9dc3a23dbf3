import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { footLabel } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { AdviceTaskPanel } from '#features/visits/tasks/web/AdviceTaskPanel.tsx'
import { feetInWords, findingsOf } from '#features/visits/work/feet.ts'
import type { KnownWork } from '#features/visits/work/web/data.ts'
import { Button } from '#ui/Button.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'

type Props = {
  entry: KnownWork
  /** The day, in the format of the list around it. */
  day: string
  onCorrect: (entry: KnownWork) => void
  /** What else can be done with it. */
  actions?: ReactNode
}

/** Spec §2 Horses, view: one entry of the work history. */
export function WorkCard({ entry, day, onCorrect, actions }: Props) {
  const work = useKinds().labelOf(entry.serviceType)
  return (
    <>
      <p className="flex min-h-8 flex-wrap items-center gap-x-2">
        <span className="font-bold">{work}</span>
        <StatusBadge status="complete">Completed</StatusBadge>
        <PendingMark isPending={entry.isPending} needsAttention={entry.needsAttention} />
        <span className="-mr-2 ml-auto flex items-center">
          {actions}
          <Button variant="quiet" size="icon" icon={Pencil} aria-label={`Correct ${work} of ${day}`} onClick={() => onCorrect(entry)} />
        </span>
      </p>
      {!entry.resetsCycle && <p className="text-14 text-ink-2">In-between work: the cycle carries on</p>}
      {entry.setup && <Feet setup={entry.setup} />}
      {TEXTS.map(([field, label]) =>
        entry[field] ? (
          <p key={field} className="mt-1 whitespace-pre-line">
            {label && <span className="text-ink-2">{label}: </span>}
            {entry[field]}
          </p>
        ) : null,
      )}
      {entry.recommendations && <AdviceTaskPanel advice={entry.recommendations} horseId={entry.horseId} workEntryId={entry.id} />}
    </>
  )
}

/** The work and findings of each foot. */
function Feet({ setup }: { setup: NonNullable<KnownWork['setup']> }) {
  const scheme = useFootScheme()
  return (
    <>
      <p>{feetInWords(setup, scheme)}</p>
      {findingsOf(setup).map(({ foot, words }) => (
        <p key={foot}>
          <span className="text-ink-2">{`Found ${footLabel(foot, scheme)}: `}</span>
          {words}
        </p>
      ))}
    </>
  )
}

const TEXTS = [
  ['description', ''],
  ['findings', 'Found'],
  ['recommendations', 'Advised'],
] as const
