import { Eraser, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayHandOver } from '#features/office/rights/rules.ts'
import { changeRequest } from '#features/office/rights/web/data.ts'
import { PackPanel } from '#features/office/rights/web/PackPanel.tsx'
import type { ListedRequest } from '#features/office/rights/web/use-requests.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { request: ListedRequest; onErase: () => void; onPutRight: () => void }

/** What this type of request requires, with the button that does it. */
export function RequestNext({ request, onErase, onPutRight }: Props) {
  const mayHand = mayHandOver(useSession<CurrentUser>().user?.role)
  switch (request.requestType) {
    case 'data_access':
    case 'data_portability':
      return mayHand ? (
        <PackPanel request={request} />
      ) : (
        <Step>Everything about them goes into one file. The practice's owner makes it.</Step>
      )
    case 'data_deletion':
      return <Erase request={request} mayHand={mayHand} onErase={onErase} />
    case 'rectification':
      return <PutRight request={request} onPutRight={onPutRight} />
    case 'objection':
      return <Step>{request.objectsTo === 'marketing' ? NO_MARKETING : OBJECTION}</Step>
    default:
      return <Complaint request={request} />
  }
}

const NO_MARKETING =
  "Their consent to marketing was removed when this was recorded: they're only texted about their own visits. There's nothing more to do; set it to completed."
const OBJECTION =
  'Stop the use they object to, unless your reasons outweigh theirs, such as a debt to collect. Tell them which it is, and set it to completed.'

function Erase({ request, mayHand, onErase }: Pick<Props, 'request' | 'onErase'> & { mayHand: boolean }) {
  if (!mayHand) return <Step>The practice's owner erases what can be erased.</Step>
  if (!request.client) return <Step>They've been erased. Set the request to completed.</Step>
  return (
    <Step
      action={
        <Button icon={Eraser} onClick={onErase}>
          See what would go
        </Button>
      }
    >
      First look at what would go, what tax law keeps, and whether they want a copy first. Looking changes nothing.
    </Step>
  )
}

const PutRight = ({ request, onPutRight }: Pick<Props, 'request' | 'onPutRight'>) => (
  <Step
    action={
      request.client && (
        <Button icon={Pencil} onClick={onPutRight}>
          Edit {request.name}
        </Button>
      )
    }
  >
    Correct it in their record or their horses', tell anyone you shared it with, and set this to completed.
  </Step>
)

function Complaint({ request }: { request: ListedRequest }) {
  const today = useToday()
  const acknowledge = () =>
    withToast('Acknowledged', request.name, async () => {
      const isRecorded = await changeRequest(request.id, { acknowledgedOn: today })
      return isRecorded && (() => changeRequest(request.id, { acknowledgedOn: null }))
    })
  return (
    <Step action={request.acknowledgedOn === null && <Button onClick={acknowledge}>I have acknowledged it</Button>}>
      {request.acknowledgedOn === null
        ? "Tell them you've received it and are looking into it. Start straight away."
        : 'Look into it, keep them informed, and tell them the outcome. They can go to the Information Commissioner (ICO).'}
    </Step>
  )
}

const Step = ({ action, children }: { action?: ReactNode; children: ReactNode }) => (
  <section aria-label="What to do" className="grid justify-items-start gap-3 rounded-lg border border-line px-4 py-3">
    <h3 className="text-16">What to do</h3>
    <div className="text-ink-2">{children}</div>
    {action}
  </section>
)
