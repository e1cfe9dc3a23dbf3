import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { CheckCard } from '#features/office/imports/web/CheckCard.tsx'
import { ChooseFile } from '#features/office/imports/web/ChooseFile.tsx'
import { DoneCard } from '#features/office/imports/web/DoneCard.tsx'
import { type ImportDetail, useCheck, useImport } from '#features/office/imports/web/data.ts'
import { MappingCard } from '#features/office/imports/web/MappingCard.tsx'
import { ProgressCard } from '#features/office/imports/web/ProgressCard.tsx'
import { isUnderWay } from '#features/office/imports/words.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState, ForbiddenState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { Track } from '#ui/Track.tsx'

/** Imports a file: choose it, name its columns, check what it would add, add it; and undo it. */
export function ImportPage() {
  const { user } = useSession<CurrentUser>()
  const [search, setSearch] = useSearchParams()
  const id = search.get('file')
  const go = (file: string | null) => setSearch(file ? { file } : {})
  if (!user) return null
  return (
    <Page>
      <div className="mx-auto grid w-full max-w-[1080px] gap-3.5">
        <PageHeader title="Import" subtitle="Horses, clients, yards and your diary, from wherever they are now. Nobody is texted." />
        {!mayChangeRecords(user.role) ? (
          <Card>
            <ForbiddenState title="You can’t import">
              Ask the practice's owner: your role can see clients and horses, not import them.
            </ForbiddenState>
          </Card>
        ) : id ? (
          <OneImport key={id} id={id} role={user.role} onGo={go} />
        ) : (
          <ChooseFile zone={user.practice.zone} onGo={go} />
        )}
      </div>
    </Page>
  )
}

type OneProps = { id: string; role: CurrentUser['role']; onGo: (id: string | null) => void }

function OneImport({ id, role, onGo }: OneProps) {
  const found = useImport(id)
  if (found.isPending)
    return (
      <Card>
        <SkeletonRows label="Opening the file..." />
      </Card>
    )
  if (!found.data)
    return (
      <Card>
        <ErrorState
          title="This file couldn't be opened"
          onRetry={() => found.refetch()}
          action={<Button onClick={() => onGo(null)}>Another file</Button>}
        >
          {sentenceOf(found.error)}
        </ErrorState>
      </Card>
    )
  const detail = found.data
  if (isUnderWay(detail)) return <ProgressCard detail={detail} />
  if (detail.state === 'done' || detail.state === 'undone') return <DoneCard detail={detail} onGo={onGo} />
  return <Draft detail={detail} role={role} onAnother={() => onGo(null)} />
}

type DraftProps = { detail: ImportDetail; role: CurrentUser['role']; onAnother: () => void }

/** Before the import: the columns, then what it would do. An address book or a diary has no columns to name. */
function Draft({ detail, role, onAnother }: DraftProps) {
  const check = useCheck(detail.id)
  const isTable = detail.source === 'csv'
  const { mutate, isIdle } = check
  useEffect(() => {
    if (!isTable && isIdle) mutate(null)
  }, [isTable, isIdle, mutate])
  const steps = isTable ? ['columns', 'check', 'in'] : ['check', 'in']
  const step = check.data && isTable ? 1 : 0
  return (
    <>
      <Track
        stops={steps.map((_, at) => (at < step ? 'done' : at === step ? 'now' : 'to-come'))}
        label={`Step ${step + 1} of ${steps.length}`}
      />
      {detail.state === 'failed' && (
        <Note tone="late" live>
          <b>It couldn't be imported.</b> {detail.problem} Nothing was changed. You can check it and try again.
        </Note>
      )}
      {detail.state === 'cancelled' && <Note live>Stopped. Nothing was changed.</Note>}
      {check.error && (
        <Note tone="late" live>
          {sentenceOf(check.error)} Nothing was changed.
        </Note>
      )}
      {check.data ? (
        <CheckCard detail={detail} checked={check.data} onBack={isTable ? check.reset : onAnother} />
      ) : isTable && detail.table ? (
        <MappingCard
          detail={detail}
          table={detail.table}
          role={role}
          isChecking={check.isPending}
          onCheck={check.mutate}
          onAnother={onAnother}
        />
      ) : check.error ? (
        <div className="flex gap-2">
          <Button onClick={onAnother}>Another file</Button>
          <Button onClick={() => pressed(check, null)}>Try again</Button>
        </div>
      ) : (
        <Card>
          <SkeletonRows label={`Looking through ${detail.fileName}...`} />
        </Card>
      )}
    </>
  )
}
