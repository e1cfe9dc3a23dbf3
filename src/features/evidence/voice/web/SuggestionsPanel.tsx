import { Check, MessageSquareText, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { groupsOf, quoteOf, type Suggestion, suggestionsOf } from '#features/evidence/voice/suggesting.ts'
import type { KnownVoiceNote } from '#features/evidence/voice/web/data.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { Button } from '#ui/Button.tsx'

type Props = {
  /** The notes of this horse and visit; a note without words gives no suggestions. */
  notes: readonly KnownVoiceNote[]
  /** `NF` as the practice writes it. */
  footLabel: (foot: NonNullable<Suggestion['foot']>) => string
  /** Whether there is something to use; the work may begin with it. */
  isOffered: (suggestion: Suggestion) => boolean
  /** Whether the work being written down has it. */
  isUsed: (suggestion: Suggestion) => boolean
  onUse: (suggestions: readonly Suggestion[]) => void
  /** `others` are all that was suggested. */
  onTakeBack: (suggestions: readonly Suggestion[], others: readonly Suggestion[]) => void
}

/** The suggestions from a visit's notes for its record, each to be used or left; nothing is filled in automatically. Empty when there are none. */
export function SuggestionsPanel({ notes, footLabel, isOffered, isUsed, onUse, onTakeBack }: Props) {
  const suggested = useSuggested(notes)
  const { labelOf } = useKinds()
  const [isLeft, leave] = useLeft()
  const groups = groupsOf(suggested.filter(isOffered)).filter((group) => group.every(isUsed) || !isLeft(keyOf(group, notes)))
  if (groups.length === 0) return null
  return (
    <section aria-label="From the voice notes" className="grid gap-2">
      <h4 className="flex items-center gap-2 text-16">
        <MessageSquareText size={20} aria-hidden className="shrink-0" />
        From the voice notes
      </h4>
      <ul className="grid gap-2">
        {groups.map((group) => (
          <Suggested
            key={keyOf(group, notes)}
            group={group}
            title={titleOf(group, { footLabel, labelOf })}
            isUsed={group.every(isUsed)}
            onUse={() => onUse(group)}
            onTakeBack={() => onTakeBack(group, suggested)}
            onLeave={() => leave(keyOf(group, notes))}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = {
  group: readonly Suggestion[]
  title: string
  isUsed: boolean
  onUse: () => void
  onTakeBack: () => void
  onLeave: () => void
}

function Suggested({ group: [first], title, isUsed, onUse, onTakeBack, onLeave }: RowProps) {
  const look = isUsed ? 'border-ok-line bg-ok-tint text-ok-ink' : 'border-line-2 bg-surface'
  return (
    <li className={`flex flex-wrap items-center justify-end gap-x-1 rounded-lg border py-1.5 pr-1.5 pl-3 ${look}`}>
      <p className="min-w-36 flex-1 py-1 leading-tight [overflow-wrap:anywhere]">
        <b className="flex items-start gap-1.5 font-medium">
          {isUsed && <Check size={18} aria-hidden className="shrink-0" />}
          {title}
        </b>
        {first && <span className="block text-14">{`${isUsed ? 'Used, from' : 'from'} “${quoteOf(first)}”`}</span>}
      </p>
      {isUsed ? (
        <Button variant="quiet" size="sm" aria-label={`Undo ${title}`} onClick={onTakeBack}>
          Undo
        </Button>
      ) : (
        <span className="flex gap-1">
          <Button aria-label={`Use ${title}`} onClick={onUse}>
            Use
          </Button>
          <Button variant="quiet" size="icon" icon={X} aria-label={`Skip ${title}`} onClick={onLeave} />
        </span>
      )}
    </li>
  )
}

/** The first recorded first; what has no words yet is left out. */
function useSuggested(notes: readonly KnownVoiceNote[]): readonly Suggestion[] {
  const transcripts = notes.toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1)).flatMap(({ transcript }) => transcript ?? [])
  const all = transcripts.join('\n\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change when the suggestions do, the list is another one each time
  return useMemo(() => suggestionsOf(transcripts), [all])
}

/** The suggestions left unused, for this page only; a note heard again on another day offers them again. */
const left = new Set<string>()

function useLeft() {
  const [, setCount] = useState(0)
  const leave = (key: string) => {
    left.add(key)
    setCount((count) => count + 1)
  }
  return [(key: string) => left.has(key), leave] as const
}

const keyOf = (group: readonly Suggestion[], notes: readonly KnownVoiceNote[]) =>
  [notes[0]?.horseId, notes[0]?.visitHorseId, ...group.map(({ field, foot, value }) => `${field} ${foot} ${value}`)].join('|')

const LABELS: Readonly<Record<Suggestion['field'], string>> = {
  serviceType: 'Service',
  finding: 'Findings',
  size: 'Size',
  shoe: 'Shoe',
  pad: 'Pad',
  recommendation: 'Recommendations',
}

type Labels = Pick<Props, 'footLabel'> & { labelOf: (serviceType: string) => string }

/** `Findings NF, OF: thrush`. */
function titleOf(group: readonly Suggestion[], { footLabel, labelOf }: Labels): string {
  const [first] = group
  if (!first) return ''
  const feet = group.flatMap(({ foot }) => (foot ? footLabel(foot) : [])).join(', ')
  return `${[LABELS[first.field], feet].filter(Boolean).join(' ')}: ${wordsOf(first, labelOf)}`
}

function wordsOf({ field, value }: Suggestion, labelOf: Labels['labelOf']): string {
  if (field === 'serviceType') return labelOf(value)
  return field === 'recommendation' ? value : value.toLowerCase()
}
