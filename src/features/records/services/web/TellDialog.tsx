import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import type { WouldTell } from '#features/records/services/contract.ts'
import { offerWords } from '#features/records/services/rules.ts'
import { useTell, useWouldTell } from '#features/records/services/web/data.ts'
import type { Service } from '#lib/plan.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { service: Service; open: boolean; onOpenChange: (open: boolean) => void }

/** Who would be notified of a service, and in which words, before anything is sent. */
export function TellDialog({ service, open, onOpenChange }: Props) {
  const { data, error, refetch } = useWouldTell(service, open)
  const telling = useTell()
  const count = data?.clients.length ?? 0
  const send = () =>
    pressed(
      telling,
      { service, clientIds: data?.clients.map(({ id }) => id) ?? [] },
      {
        onSuccess: ({ told }) => {
          toast({ title: `${told} ${told === 1 ? 'client is' : 'clients are'} told`, description: 'Each message is in the Outbox.' })
          onOpenChange(false)
        },
      },
    )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Tell clients of ${CLIENT_SERVICES[service].name}`}
      losesNothing
      onSubmit={(event) => {
        event.preventDefault()
        if (count > 0) void send()
      }}
      footer={
        <>
          <Button className="md:mr-auto" onClick={() => onOpenChange(false)}>
            Tell nobody
          </Button>
          {count > 0 && (
            <Button type="submit" variant="primary" busy={telling.isPending} busyLabel="Sending...">
              {count === 1 ? 'Tell this client' : `Tell these ${count} clients`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          It's an offer, so it goes only to clients who agreed to offers, by word, in writing or by a form. It ends with your opt-out line,
          and waits for the end of the quiet hours.
        </p>
        {!data && !error && <SkeletonRows label="Looking who would be told..." />}
        {!data && error && (
          <ErrorState title="Who would be told couldn't be loaded" onRetry={() => void refetch()}>
            {sentenceOf(error)}
          </ErrorState>
        )}
        {data && <Preview found={data} />}
        {count > 0 && <p className="rounded-lg border border-line p-3">{offerWords(service)}</p>}
      </div>
    </Dialog>
  )
}

const Preview = ({ found }: { found: WouldTell }) => (
  <>
    {found.clients.length === 0 && <p className="font-medium">Nobody would be told.</p>}
    <ul className="grid max-h-72 gap-1 overflow-y-auto">
      {found.clients.map(({ id, name, channel }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-3">
          <span className="[overflow-wrap:anywhere]">{name}</span>
          <span className="text-ink-2">{channel === 'sms' ? 'by text' : 'by e-mail'}</span>
        </li>
      ))}
    </ul>
    <p className="text-14 text-ink-2">{leftOut(found)}</p>
  </>
)

function leftOut({ notAgreed, unreachable, toldBefore }: WouldTell): string {
  const some = [
    notAgreed > 0 && `${notAgreed} haven't agreed to offers`,
    unreachable > 0 && `${unreachable} can't be reached`,
    toldBefore > 0 && `${toldBefore} were told before`,
  ].filter(Boolean)
  return some.length > 0 ? `Not told: ${some.join(', ')}.` : 'Nobody is left out.'
}
