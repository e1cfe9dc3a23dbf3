import { CircleX, GitMerge, Pencil } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Difference } from '#features/office/attention/web/attention-words.ts'
import { changes } from '#features/office/attention/web/connection-status.ts'
import { canEdit, EditRecord } from '#features/office/attention/web/EditRecord.tsx'
import { type Choice, resolveChange } from '#features/office/attention/web/resolving.ts'
import type { AttentionItem } from '#features/office/attention/web/use-attention.ts'
import { Button } from '#ui/Button.tsx'

type Props = {
  item: AttentionItem
  /** A link leads to this change. */
  isSought?: boolean
}

/** One change the server refused: the change made here, the one it conflicts with, and the possible decisions (mock 06). */
export function AttentionCard({ item, isSought = false }: Props) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isSought) card.current?.focus()
  }, [isSought])
  const Icon = item.kind === 'rejected' ? CircleX : GitMerge
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid scroll-mt-24 gap-1 rounded-lg border border-flag-line bg-surface p-3"
    >
      <h3 id={id} className="flex items-start gap-2 text-16">
        <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-flag-ink" />
        <span className="min-w-0 break-words">{item.title}</span>
      </h3>
      <p className="text-14 text-ink-2">{item.sentence}</p>
      {item.dependants > 0 && (
        <p className="text-14 text-ink-2">
          {item.dependants === 1 ? '1 other change is waiting for this one.' : `${changes(item.dependants)} more are waiting for this one.`}
        </p>
      )}
      <Choices item={item} />
    </article>
  )
}

function Choices({ item }: { item: AttentionItem }) {
  const [busy, setBusy] = useState<Choice>()
  const [isEditing, setEditing] = useState(false)
  const choose = async (choice: Choice) => {
    setBusy(choice)
    await resolveChange(item, choice)
    setBusy(undefined)
  }
  const isRejected = item.kind === 'rejected'
  const mayEdit = canEdit(item.entity) && item.action !== 'DELETE' && !item.isRemoved
  return (
    <>
      {item.kind === 'conflict' && item.action !== 'DELETE' && !item.isRemoved && item.differences.length > 1 && (
        <Compared differences={item.differences} />
      )}
      <div className="mt-1.5 grid grid-cols-2 gap-2">
        {sidesOf(item).map((side) => (
          <SideButton key={side.choice} side={side} busy={busy === side.choice} onClick={() => choose(side.choice)} />
        ))}
        {mayEdit && (
          <Button
            {...(!isRejected && { variant: 'quiet' as const, size: 'sm' as const })}
            className={isRejected ? '' : '-mb-1 -ml-2 justify-self-start'}
            icon={Pencil}
            onClick={() => setEditing(true)}
          >
            {isRejected ? 'Edit' : 'Edit instead'}
          </Button>
        )}
        {isRejected && (
          <Button variant="quiet" busy={busy === 'discard'} onClick={() => choose('discard')}>
            {item.action === 'DELETE' ? `Keep the ${item.noun}` : 'Discard'}
          </Button>
        )}
      </div>
      {isEditing && <EditRecord item={item} onClose={() => setEditing(false)} />}
    </>
  )
}

type Side = { choice: Choice; label: string; value?: string | undefined }

/* The two conflicting versions are the two buttons; of a removed record there may be only one. */
function sidesOf({ kind, action, isRemoved, noun, differences }: AttentionItem): Side[] {
  if (kind === 'rejected') return []
  if (isRemoved) return [{ choice: 'theirs', label: 'Leave it removed' }]
  if (action === 'DELETE')
    return [
      { choice: 'theirs', label: `Keep the ${noun}` },
      { choice: 'mine', label: 'Remove it anyway' },
    ]
  const [only] = differences.length === 1 ? differences : []
  return [
    { choice: 'mine', label: 'Keep mine', value: only && sideOf(only, 'mine') },
    { choice: 'theirs', label: 'Keep theirs', value: only && sideOf(only, 'theirs') },
  ]
}

type SideProps = { side: Side; busy: boolean; onClick: () => void }

const SideButton = ({ side: { label, value }, busy, onClick }: SideProps) => (
  <Button busy={busy} onClick={onClick} className="min-w-0 shrink py-1.5">
    <span className="min-w-0">
      <span className={value ? 'block text-14 font-normal text-ink-2' : 'block'}>{label}</span>
      {value && <span className="line-clamp-3 font-bold break-words whitespace-pre-line">{value}</span>}
    </span>
  </Button>
)

/** Several fields at once: each by its name, mine next to theirs. */
const Compared = ({ differences }: { differences: readonly Difference[] }) => (
  <table className="mt-1.5 w-full table-fixed text-left text-14">
    <thead className="text-ink-2">
      <tr>
        <td className="w-[30%]" />
        <th scope="col" className="pr-2 font-medium">
          Mine
        </th>
        <th scope="col" className="font-medium">
          Theirs
        </th>
      </tr>
    </thead>
    <tbody>
      {differences.map((one) => (
        <tr key={one.label} className="border-t border-line align-top">
          <th scope="row" className="py-1.5 pr-2 font-normal text-ink-2 first-letter:uppercase">
            {one.label}
          </th>
          <td className="py-1.5 pr-2 font-bold break-words whitespace-pre-line">{sideOf(one, 'mine')}</td>
          <td className="py-1.5 font-bold break-words whitespace-pre-line">{sideOf(one, 'theirs')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const sideOf = (one: Difference, side: 'mine' | 'theirs') => {
  const words = one[side]
  if (words === null) return 'None'
  return words === '' ? 'Changed' : words
}
