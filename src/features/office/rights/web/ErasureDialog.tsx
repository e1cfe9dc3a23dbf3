import { Eraser } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Erasure, ErasurePlan } from '#features/office/erasure/contract.ts'
import { useErasure, useErasurePlan } from '#features/office/rights/web/use-pack.ts'
import type { ListedRequest } from '#features/office/rights/web/use-requests.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { Meter } from '#ui/Meter.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = {
  request: ListedRequest
  /** Called with the request that replaces this one after the erasure. */
  onClose: (keptId: string | null) => void
}

/** Shows what is deleted and what stays; once the client's name is typed, it deletes for good. Mount it to open it. */
export function ErasureDialog({ request, onClose }: Props) {
  const planned = useErasurePlan(request)
  const { start, erasure, retry } = useErasure(request)
  const [typed, setTyped] = useState('')
  const plan = planned.data
  const isReady = plan !== undefined && plan.blockers.length === 0 && typed.trim() === plan.clientName
  const close = () => onClose(erasure?.state === 'done' ? erasure.requestId : null)
  const erase = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !start.isPending) start.mutate(plan)
  }
  const eraseButton = (
    <Button type="submit" variant="danger" icon={Eraser} disabled={!isReady} busy={start.isPending} busyLabel="Starting...">
      Erase for good
    </Button>
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title={erasure ? 'Erasing' : `Erase ${request.name}?`}
      onSubmit={erase}
      footer={
        <>
          <Button className={erasure ? undefined : 'md:mr-auto'} onClick={close}>
            {erasure ? 'Close' : 'Keep everything'}
          </Button>
          {!erasure && eraseButton}
        </>
      }
    >
      {erasure ? (
        <Progress erasure={erasure} onRetry={retry} />
      ) : plan ? (
        <Plan plan={plan} typed={typed} onType={setTyped} />
      ) : (
        <NoPlan planned={planned} />
      )}
      {start.error && !erasure && (
        <Note tone="late" live className="mt-4">
          {sentenceOf(start.error)}
        </Note>
      )}
    </Dialog>
  )
}

function NoPlan({ planned: { error, refetch } }: { planned: ReturnType<typeof useErasurePlan> }) {
  const reachable = useReachable()
  if (!error) return <SkeletonRows label="Working out what would go..." />
  if (!reachable) return <OfflineState>The server works out what would go. Nothing was changed.</OfflineState>
  return (
    <ErrorState title="It couldn't be worked out" onRetry={() => void refetch()}>
      {sentenceOf(error)} Nothing was changed.
    </ErrorState>
  )
}

function Plan({ plan, typed, onType }: { plan: ErasurePlan; typed: string; onType: (words: string) => void }) {
  return (
    <div className="grid gap-4">
      {plan.blockers.map((blocker) => (
        <Note key={blocker} tone="late">
          {blocker}
        </Note>
      ))}
      {plan.openMoney && <Note tone="due">{plan.openMoney}</Note>}
      <Counts title="Goes for good" rows={plan.goes} none="There's nothing more on record about them." />
      <Counts title="Stays, without their name" rows={plan.stays} none="Nothing has to be kept." />
      {plan.notes.map((note) => (
        <p key={note} className="text-14 text-ink-2">
          {note}
        </p>
      ))}
      {plan.blockers.length === 0 && (
        <Field label={`Type ${plan.clientName} to continue`} help="Nobody can undo this, not even us.">
          <TextInput value={typed} autoComplete="off" onChange={({ target }) => onType(target.value)} />
        </Field>
      )}
    </div>
  )
}

type Row = { what: string; count: number; why?: string }

const Counts = ({ title, rows, none }: { title: string; rows: readonly Row[]; none: string }) => (
  <section aria-label={title}>
    <h3 className="text-16">{title}</h3>
    {rows.length === 0 ? (
      <p className="mt-1 text-ink-2">{none}</p>
    ) : (
      <ul className="mt-1 divide-y divide-line">
        {rows.map(({ what, count, why }) => (
          <li key={what} className="flex items-baseline gap-3 py-1.5">
            <span className="w-10 shrink-0 text-right font-bold tabular-nums">{count}</span>
            <span className="min-w-0">
              {what}
              {why && <span className="block text-14 text-ink-2">{why}</span>}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function Progress({
  erasure: { state, handled, total, problem, goes, stays, stillNamed },
  onRetry,
}: {
  erasure: Erasure
  onRetry: () => void
}) {
  if (state === 'failed')
    return (
      <ErrorState title="The erasure didn't work" onRetry={onRetry}>
        {problem}
      </ErrorState>
    )
  if (state === 'done')
    return (
      <div className="grid gap-4">
        <Note tone="ok" live>
          They've been erased. Set the request to completed, and tell them if you still can.
        </Note>
        {stillNamed.map((sentence) => (
          <Note key={sentence} tone="due">
            {sentence}
          </Note>
        ))}
        <Counts title="Gone" rows={goes} none="There was nothing on record about them." />
        <Counts title="Kept, without their name" rows={stays} none="Nothing had to be kept." />
      </div>
    )
  const percent = total > 0 ? Math.floor((handled / total) * 100) : 0
  return (
    <div className="grid gap-3">
      <p role="status" className="flex justify-between gap-2 font-bold">
        Being erased <span className="tabular-nums">{percent}%</span>
      </p>
      <Meter value={percent} label="The erasure" valueText={`${percent}%`} />
      <p className="text-14 text-ink-2">You can leave this screen; it carries on.</p>
    </div>
  )
}
