import { useState } from 'react'
import type { ImportChoice, ImportItem } from '#features/office/imports/contract.ts'
import { BadRowsNote } from '#features/office/imports/web/BadRowsNote.tsx'
import { type Checked, type Choices, type ImportDetail, useStart } from '#features/office/imports/web/data.ts'
import { FlowDock } from '#features/office/imports/web/FlowDock.tsx'
import { ItemSection } from '#features/office/imports/web/ItemSection.tsx'
import { countOf, ENTITIES, inList, nounOf } from '#features/office/imports/words.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { detail: ImportDetail; checked: Checked; onBack: () => void }

/** What importing the file would do: unreadable rows, likely duplicates, new records. Nothing has changed yet. */
export function CheckCard({ detail, checked, onBack }: Props) {
  const [choices, setChoices] = useState<Choices>({})
  const start = useStart(detail.id)
  const reachable = useReachable()
  const choiceOf = (item: ImportItem): ImportChoice => choices[item.key] ?? item.proposed
  const choose = (items: readonly ImportItem[], choice: ImportChoice) =>
    setChoices({ ...choices, ...Object.fromEntries(items.map((item) => [item.key, choice])) })
  const open = checked.items.filter((item) => !item.isAlreadyHere)
  const here = checked.items.length - open.length
  const matched = open.filter((item) => item.match !== null)
  const wanted = open.filter((item) => choiceOf(item) !== 'skip').reduce((sum, item) => sum + item.count, 0)
  const isDiary = detail.kind === 'visits'
  const isTable = detail.source === 'csv'
  const noun = isDiary ? 'visits' : 'records'
  const section = { choiceOf, choose }
  return (
    <>
      <Card title={detail.fileName} padded>
        <p className="text-18 font-bold">{summaryOf(open, choiceOf)}</p>
        <p className="text-ink-2">
          Nothing has changed yet. {checked.notes.join(' ')}
          {here > 0 && ` ${countOf(here, 'visits')} ${here === 1 ? 'is' : 'are'} already in your diary.`}
        </p>
      </Card>
      <BadRowsNote fileName={detail.fileName} header={checked.header} rows={checked.bad} isTable={isTable} />
      {checked.items.length === 0 && (
        <Card>
          <EmptyState title="Nothing to import">There's nothing in this file we can use.</EmptyState>
        </Card>
      )}
      {matched.length > 0 && (
        <ItemSection
          {...section}
          title={isDiary ? 'Matched to your records' : 'Probably already here'}
          help={
            isDiary
              ? 'Matched by a name in the title or place. Choose “Own entry” if it means somebody else.'
              : "Filling in only adds what's missing; nothing you have is overwritten."
          }
          items={matched}
          isOpen
        />
      )}
      {ENTITIES.map((entity) => {
        const fresh = open.filter((item) => item.entity === entity && item.match === null)
        if (fresh.length === 0) return null
        const title = isDiary ? 'Own entries' : `New ${nounOf(entity)}`
        return <ItemSection {...section} key={entity} title={title} items={fresh} isOpen={isDiary || fresh.length <= 20} />
      })}
      {start.error && (
        <Note tone="late" live>
          {sentenceOf(start.error)} Nothing was changed; your choices are kept.
        </Note>
      )}
      {!reachable && <Note tone="late">No connection: you can import the file when you have signal. Your choices are kept.</Note>}
      <FlowDock back={isTable ? 'Columns' : 'Another file'} onBack={onBack}>
        <Button
          variant="primary"
          className="flex-1 sm:flex-none"
          disabled={wanted === 0 || !reachable}
          busy={start.isPending}
          busyLabel="Starting..."
          onClick={() => pressed(start, { plan: checked.plan, choices: differing(checked.items, choices) })}
        >
          {wanted === 0 ? 'Nothing to import' : `Import ${countOf(wanted, noun)}`}
        </Button>
      </FlowDock>
    </>
  )
}

/** Only choices that differ from the proposal are sent. */
function differing(items: readonly ImportItem[], choices: Choices): Choices {
  const proposed = new Map(items.map((item) => [item.key, item.proposed]))
  return Object.fromEntries(Object.entries(choices).filter(([key, choice]) => proposed.get(key) !== choice))
}

function summaryOf(items: readonly ImportItem[], choiceOf: (item: ImportItem) => ImportChoice): string {
  const count = (test: (item: ImportItem) => boolean) =>
    ENTITIES.flatMap((entity) => {
      const found = items.filter((item) => item.entity === entity && test(item)).reduce((sum, item) => sum + item.count, 0)
      return found > 0 ? [countOf(found, entity)] : []
    })
  const isNew = (item: ImportItem) => choiceOf(item) === 'add' || (item.entity === 'visits' && choiceOf(item) === 'join')
  const parts = [
    [count(isNew), 'to add'],
    [count((item) => item.entity !== 'visits' && choiceOf(item) === 'join'), 'to fill in'],
    [count((item) => choiceOf(item) === 'skip'), 'left out'],
  ] as const
  return parts.flatMap(([found, said]) => (found.length > 0 ? [`${inList(found)} ${said}`] : [])).join(', ') || 'Nothing to import'
}
