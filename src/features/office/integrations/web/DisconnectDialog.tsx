import type { Integration } from '#features/office/integrations/contract.ts'
import { useDisconnect } from '#features/office/integrations/web/data.ts'
import { keptThere } from '#features/office/integrations/web/kept-there.ts'
import { SAID } from '#features/office/integrations/web/said.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

type Props = { integration: Integration; onClose: () => void; onEnded: () => void }

/** Ends a calendar that is written to, a list, or a social network: what is there stays there, or is taken back. */
export function DisconnectDialog({ integration, onClose, onEnded }: Props) {
  const { id, name, category, asks, entries, isRehearsed } = integration
  const ending = useDisconnect()
  const end = (there: 'leave' | 'remove') => ending.mutate({ id, there }, { onSuccess: onEnded, onError: SAID.onError })
  const { one, many, place, takeBack, stays } = keptThere(integration)
  const key = asks.by === 'oauth' ? 'sign-in' : category === 'marketing' ? 'key' : 'password'
  const isThere = entries > 0 && !isRehearsed
  const count = entries === 1 ? `the ${one}` : `the ${entries.toLocaleString('en-GB')} ${many}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Disconnect ${name}?`}
      losesNothing
      footer={
        <>
          <Button className="whitespace-nowrap md:mr-auto" onClick={onClose}>
            Keep it
          </Button>
          {isThere && (
            <Button variant="danger" className="whitespace-nowrap" busy={ending.isPending} onClick={() => end('remove')}>
              {takeBack}
            </Button>
          )}
          <Button variant="danger" className="whitespace-nowrap" busy={ending.isPending} onClick={() => end('leave')}>
            {isThere ? 'Leave them' : 'Disconnect'}
          </Button>
        </>
      }
    >
      <p>
        {isThere ? `Its ${key} is forgotten. What about ${count} ${place}? ${stays}` : `Its ${key} is forgotten. ${stays}`} For a pause,
        switch it off: the {key} is kept for 30 days.
      </p>
    </Dialog>
  )
}
