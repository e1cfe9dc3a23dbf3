import { LogIn } from 'lucide-react'
import { useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { type BooksChoice, BooksFields } from '#features/office/integrations/web/BooksFields.tsx'
import { useChange, useSignIn } from '#features/office/integrations/web/data.ts'
import { Credit, Exchange } from '#features/office/integrations/web/Exchange.tsx'
import { LevelField } from '#features/office/integrations/web/LevelField.tsx'
import { notSetUp, SAID } from '#features/office/integrations/web/said.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'

type Asks = Extract<Integration['asks'], { by: 'oauth' }>
type Props = { integration: Integration; asks: Asks; onClose: () => void; onConnected: () => void }

/** The connect dialog of a service with a sign-in: it shows what is exchanged, and leads there. A sign-in that was kept needs no other. */
export function SignInDialog({ integration, asks, onClose, onConnected }: Props) {
  const { id, name, category, settings, account, enabled } = integration
  const isCalendar = category === 'calendar'
  const isAccounting = category === 'accounting'
  const today = useToday()
  const [level, setLevel] = useState(settings.level ?? 'where')
  const [choice, choose] = useState<BooksChoice>({ books: settings.books ?? 'invoices', booksFrom: settings.booksFrom ?? today })
  const chosen = { ...(isCalendar && { level }), ...(isAccounting && choice) }
  const signingIn = useSignIn()
  const changing = useChange()
  const isKept = account !== null && !enabled && !changing.isError
  const failed = signingIn.error ?? changing.error
  const signIn = () => signingIn.mutate({ id, settings: chosen }, { onSuccess: onClose })
  const connect = () => {
    const onSuccess = () => {
      SAID.onSuccess()
      onConnected()
    }
    changing.mutate({ id, enabled: true, settings: chosen }, { onSuccess })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Connect ${name}`}
      losesNothing
      footer={
        <>
          <Button onClick={onClose}>{asks.isReady ? 'Cancel' : 'Close'}</Button>
          {asks.isReady && (
            <Button
              variant={isKept ? 'plain' : 'primary'}
              icon={LogIn}
              className="whitespace-nowrap"
              busy={signingIn.isPending}
              busyLabel={`Going to ${asks.vendor}...`}
              onClick={signIn}
            >
              {`Sign in to ${asks.vendor}`}
            </Button>
          )}
          {asks.isReady && isKept && (
            <Button variant="primary" busy={changing.isPending} busyLabel="Connecting..." onClick={connect}>
              Connect
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {!asks.isReady && <Note>{notSetUp(asks.vendor)}</Note>}
        {failed && (
          <Note tone="late" live>
            {sentenceOf(failed)}
          </Note>
        )}
        {asks.isReady && <p>{isKept ? keptWords(account) : leadingWords(asks.vendor)}</p>}
        {asks.isReady && isAccounting && <BooksFields id={id} vendor={name} value={choice} onChange={choose} />}
        {asks.isReady && isCalendar && <LevelField value={level} onChange={setLevel} />}
        <Exchange integration={integration} />
        <Credit integration={integration} />
      </div>
    </Dialog>
  )
}

const keptWords = (account: string) => `You're still signed in there as ${account}.`
const leadingWords = (vendor: string) =>
  `You sign in on ${vendor}'s own page and say yes there, then you're brought back here. Your password stays with ${vendor}.`
