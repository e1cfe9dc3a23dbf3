import type { Webhook } from '#features/office/webhooks/contract.ts'
import { OFF_WORDS, THING_WORDS } from '#features/office/webhooks/rules.ts'
import { DeliveryList } from '#features/office/webhooks/web/DeliveryList.tsx'
import { addressOf, useMoments } from '#features/office/webhooks/web/words.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { webhook: Webhook; isInPlan: boolean; onClose: () => void; onAct: (what: 'edit' | 'rotate' | 'remove') => void }

/** A webhook: how it is, what was sent, and what can be done with it. */
export function WebhookDialog({ webhook, isInPlan, onClose, onAct }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={<span className="[overflow-wrap:anywhere]">{addressOf(webhook.url)}</span>}
      description={webhook.things.map((thing) => THING_WORDS[thing]).join(', ')}
      footer={
        <>
          <Button className="md:mr-auto" onClick={() => onAct('remove')}>
            Remove
          </Button>
          {isInPlan && (
            <>
              <Button onClick={() => onAct('rotate')}>New secret</Button>
              <Button onClick={() => onAct('edit')}>Change</Button>
            </>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <StatusNotes webhook={webhook} />
        <DeliveryList webhookId={webhook.id} canSend={webhook.isOn && isInPlan} />
      </div>
    </Dialog>
  )
}

function StatusNotes({ webhook: { offWhy, failingSince, isRehearsed, oldSecretUntil } }: { webhook: Webhook }) {
  const momentOf = useMoments()
  return (
    <>
      {offWhy && <Note tone="late">{OFF_WORDS[offWhy]}</Note>}
      {!offWhy && failingSince && (
        <Note tone="due">Nothing has got through since {momentOf(failingSince)}. After five days it is switched off.</Note>
      )}
      {!offWhy && isRehearsed && <Note>In the test version nothing is sent. What would be is listed here, word for word.</Note>}
      {oldSecretUntil && <Note>Messages are signed with the old secret as well, until {momentOf(oldSecretUntil)}.</Note>}
    </>
  )
}
