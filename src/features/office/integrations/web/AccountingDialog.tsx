import { LogIn, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { type BooksChoice, BooksFields } from '#features/office/integrations/web/BooksFields.tsx'
import { useChange, useCheck, useDisconnect } from '#features/office/integrations/web/data.ts'
import { ExchangedList } from '#features/office/integrations/web/ExchangedList.tsx'
import { HeldList } from '#features/office/integrations/web/HeldList.tsx'
import { RehearsedPapers } from '#features/office/integrations/web/RehearsedPapers.tsx'
import { Standing } from '#features/office/integrations/web/Standing.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'

type Props = { integration: Integration; onClose: () => void; onSignIn: () => void }

/** The settings of accounting: how it stands, what waits for a person, what goes there from which day on, what was exchanged, and its end. */
export function AccountingDialog({ integration, onClose, onSignIn }: Props) {
  const { id, name, leaves, isRehearsed, account, lastSuccessAt } = integration
  const checking = useCheck()
  const ending = useDisconnect()
  const [isEnding, setEnding] = useState(false)
  const disconnect = () => ending.mutateAsync({ id }, SAID).then(onClose, () => undefined)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={account ?? undefined}
      footer={
        <>
          <Button icon={Unplug} className="md:mr-auto" onClick={() => setEnding(true)}>
            Disconnect
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Standing integration={integration} />
        <div className="flex flex-wrap gap-2">
          <Button icon={RefreshCw} busy={checking.isPending} busyLabel="Checking..." onClick={() => checking.mutate({ id }, SAID_IF_NOT)}>
            Check now
          </Button>
          <Button variant="quiet" icon={LogIn} onClick={onSignIn}>
            Sign in again
          </Button>
        </div>
        {!isRehearsed && <HeldList id={id} last={lastSuccessAt} />}
        <Choice integration={integration} />
        {isRehearsed ? <RehearsedPapers id={id} /> : <ExchangedList id={id} last={lastSuccessAt} />}
      </div>
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        title={`Disconnect ${name}?`}
        keepLabel="Keep it"
        confirmLabel="Disconnect"
        busy={ending.isPending}
        onConfirm={disconnect}
      >
        {[...leaves, 'For a pause, switch it off: you stay signed in for 30 days.'].join(' ')}
      </ConfirmDialog>
    </Dialog>
  )
}

const SAID_IF_NOT = { onError: SAID.onError }

/** Saved by its own button: an earlier day may send a thousand invoices. */
function Choice({ integration: { id, name, settings } }: { integration: Integration }) {
  const today = useToday()
  const kept: BooksChoice = { books: settings.books ?? 'invoices', booksFrom: settings.booksFrom ?? today }
  const [choice, choose] = useState(kept)
  const changing = useChange()
  const isSame = choice.books === kept.books && choice.booksFrom === kept.booksFrom
  return (
    <div className="grid gap-4">
      <BooksFields id={id} vendor={name} value={choice} onChange={choose} />
      {!isSame && (
        <Button
          className="justify-self-start"
          busy={changing.isPending}
          busyLabel="Saving..."
          onClick={() => changing.mutate({ id, enabled: true, settings: choice }, SAID)}
        >
          Save
        </Button>
      )}
    </div>
  )
}
