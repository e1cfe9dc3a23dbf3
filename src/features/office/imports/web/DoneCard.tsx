import { CircleCheck, Undo2 } from 'lucide-react'
import type { ImportDetail } from '#features/office/imports/web/data.ts'
import { KeptList } from '#features/office/imports/web/KeptList.tsx'
import { LeftOutButton } from '#features/office/imports/web/LeftOutButton.tsx'
import { UndoButton } from '#features/office/imports/web/UndoButton.tsx'
import { doneInWords, inList } from '#features/office/imports/words.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { detail: ImportDetail; onGo: (id: string | null) => void }

/** The result of an import, a link to the records, and undo. */
export function DoneCard({ detail, onGo }: Props) {
  const { counts, kept } = detail
  if (detail.state === 'undone')
    return (
      <Card title={detail.fileName}>
        <EmptyState icon={Undo2} title="Undone" action={<Button onClick={() => onGo(null)}>Import another file</Button>}>
          {kept && kept.length > 0
            ? 'Everything nobody has touched since has been removed. This stays:'
            : 'Everything it added has been removed, and what it filled in is empty again.'}
        </EmptyState>
        {kept && kept.length > 0 && <KeptList kept={kept} />}
      </Card>
    )
  return (
    <Card title={detail.fileName}>
      <EmptyState
        icon={CircleCheck}
        title={counts ? `${doneInWords(counts)}.` : 'Import complete.'}
        action={
          <>
            {counts && counts.horses.added + counts.horses.joined > 0 && <LinkButton href="/horses">See horses</LinkButton>}
            {counts && counts.clients.added + counts.clients.joined > 0 && <LinkButton href="/clients">See clients</LinkButton>}
            {counts && counts.yards.added + counts.yards.joined > 0 && <LinkButton href="/yards">See yards</LinkButton>}
            {counts && counts.visits.added > 0 && <LinkButton href="/calendar">See the diary</LinkButton>}
          </>
        }
      >
        {counts && withThem(counts)}
        Nobody was texted.
      </EmptyState>
      {detail.problem && (
        <Note tone="late" live className="mx-4 mb-4">
          It couldn't be undone. {detail.problem} Nothing was changed.
        </Note>
      )}
      <div className="flex flex-wrap justify-center gap-2 border-t border-line p-4">
        <UndoButton detail={detail} onStarted={onGo} />
        {detail.hasLeftOut && <LeftOutButton detail={detail} />}
        <Button onClick={() => onGo(null)}>Import another file</Button>
      </div>
    </Card>
  )
}

/** The work and prices that came with the horses. */
function withThem({ work, prices }: NonNullable<ImportDetail['counts']>): string {
  const parts = [
    work > 0 ? `${work} last ${work === 1 ? 'visit' : 'visits'}` : '',
    prices > 0 ? `${prices} ${prices === 1 ? 'price' : 'prices'}` : '',
  ]
  const said = inList(parts.filter(Boolean))
  return said && `With ${said}. `
}
