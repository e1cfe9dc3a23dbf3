import { useState } from 'react'
import type { ImportChoice, ImportItem } from '#features/office/imports/contract.ts'
import { BECAUSE, nounOf } from '#features/office/imports/words.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { Select } from '#ui/Select.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = {
  title: string
  help?: string
  items: readonly ImportItem[]
  isOpen: boolean
  choiceOf: (item: ImportItem) => ImportChoice
  choose: (items: readonly ImportItem[], choice: ImportChoice) => void
}

/** Items shown at first; a button shows the others. */
const FIRST = 50

/** Records of one sort with a choice for each, and one for all of them. Folded if they are many and need no check. */
export function ItemSection({ title, help, items, isOpen, choiceOf, choose }: Props) {
  const [isUnfolded, setUnfolded] = useState(isOpen)
  const [most, setMost] = useState(FIRST)
  const isMatched = items.some((item) => item.match !== null)
  const all = new Set(items.map(choiceOf))
  const shared = all.size === 1 ? [...all][0] : undefined
  return (
    <Card
      title={`${title} (${items.length.toLocaleString('en-GB')})`}
      action={
        <span className="flex flex-wrap items-center gap-2">
          {isMatched ? (
            <Select
              aria-label={`All of: ${title}`}
              className="w-52"
              value={shared ?? ''}
              onChange={(event) => event.target.value && choose(items, event.target.value as ImportChoice)}
              options={[...(shared ? [] : [{ value: '', label: 'Each as chosen' }]), ...optionsOf(items[0], 'all')]}
            />
          ) : (
            <Button size="sm" variant="quiet" onClick={() => choose(items, shared === 'skip' ? 'add' : 'skip')}>
              {shared === 'skip' ? 'Bring all in' : 'Leave all out'}
            </Button>
          )}
          {!isOpen && (
            <Button size="sm" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? 'Hide' : 'Show'}
            </Button>
          )}
        </span>
      }
    >
      {help && <p className="border-b border-line px-4 py-3 text-14 text-ink-2">{help}</p>}
      {isUnfolded && (
        <>
          <ul aria-label={title} className="divide-y divide-line">
            {items.slice(0, most).map((item) => (
              <ItemRow key={item.key} item={item} choice={choiceOf(item)} onChoose={(choice) => choose([item], choice)} />
            ))}
          </ul>
          {items.length > most && (
            <div className="border-t border-line p-3 text-center">
              <Button onClick={() => setMost(most + 200)}>Show more of {items.length.toLocaleString('en-GB')}</Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}

type RowProps = { item: ImportItem; choice: ImportChoice; onChoose: (choice: ImportChoice) => void }

const ItemRow = ({ item, choice, onChoose }: RowProps) => (
  <li
    className={cx(
      'grid items-center gap-x-3 gap-y-2 px-4 py-3 [content-visibility:auto] [contain-intrinsic-size:auto_72px]',
      item.match ? 'sm:grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[auto_minmax(0,1fr)]',
    )}
  >
    {!item.match && (
      <Checkbox
        label={<VisuallyHidden>Import {item.title}</VisuallyHidden>}
        checked={choice !== 'skip'}
        onChange={(event) => onChoose(event.target.checked ? 'add' : 'skip')}
      />
    )}
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={cx('font-bold [overflow-wrap:anywhere]', choice === 'skip' && 'text-ink-2 line-through')}>{item.title}</span>
        {item.match && item.entity !== 'visits' && <span className="text-14 text-ink-2">{nounOf(item.entity).slice(0, -1)}</span>}
        {item.match && choice !== 'skip' && <MatchBadge item={item} choice={choice} match={item.match} />}
      </p>
      <p className="text-14 text-ink-2 [overflow-wrap:anywhere]">{item.details.join(' · ')}</p>
      {item.warnings.map((warning) => (
        <p key={warning} className="text-14 text-due-ink">
          {warning}
        </p>
      ))}
    </div>
    {item.match && (
      <Select
        aria-label={`What to do with ${item.title}`}
        className="sm:w-56"
        value={choice}
        onChange={(event) => onChoose(event.target.value as ImportChoice)}
        options={optionsOf(item, 'one')}
      />
    )}
  </li>
)

function MatchBadge({ item, choice, match }: { item: ImportItem; choice: ImportChoice; match: NonNullable<ImportItem['match']> }) {
  if (item.entity === 'visits') return choice === 'join' ? <Badge tone="ok">{match.name}</Badge> : <Badge tone="line">Own entry</Badge>
  return (
    <Badge tone="due" className="whitespace-normal">
      {BECAUSE[match.because]} as {match.name}
      {match.id ? '' : ' above'}
    </Badge>
  )
}

function optionsOf(item: ImportItem | undefined, of: 'one' | 'all'): { value: ImportChoice; label: string }[] {
  const end = of === 'all' ? ' (all)' : ''
  if (item?.entity === 'visits')
    return [
      { value: 'join', label: `As matched${end}` },
      { value: 'add', label: `Own entry${end}` },
      { value: 'skip', label: `Leave out${end}` },
    ]
  return [
    { value: 'join', label: `Fill in what is missing${end}` },
    { value: 'add', label: `Add as another${end}` },
    { value: 'skip', label: `Leave out${end}` },
  ]
}
