import { Copy, Send } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { triageEndpoints } from '#features/talk/triage/contract.ts'
import { call, sentenceOf } from '#platform/web/api.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { clientId: string; name: string }

/** A link with which a client reports a lost shoe in five questions and a photo, sent to them or copied. */
export function LostShoeCard({ clientId, name }: Props) {
  const { user } = useSession<CurrentUser>()
  const reachable = useReachable()
  const [busy, setBusy] = useState<'send' | 'copy'>()
  if (!may(user?.role, 'sendTexts')) return null
  const make = async (what: 'send' | 'copy') => {
    setBusy(what)
    try {
      const { url } = await call<typeof triageEndpoints.link>('POST /api/clients/:id/lost-shoe-link', {
        params: { id: clientId },
        body: { sends: what === 'send' },
      })
      if (what === 'copy') await copyText(url)
      const isUnsent = what === 'send' && user?.isTestVersion
      toast({
        title: what === 'send' ? 'Link on its way' : 'Link copied',
        description: `${name} can use it to report a lost shoe for a year.${isUnsent ? ' Test version: in the Outbox, not sent.' : ''}`,
      })
    } catch (error) {
      toast({ variant: 'destructive', title: 'No link was made', description: sentenceOf(error) })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <section aria-label="Lost shoe" className="grid gap-2">
      <h3 className="text-16">Lost shoe</h3>
      <p className="text-14 text-ink-2">
        {reachable
          ? "A link with five questions and a photo. It shows your emergency price first, and says when it's one for the vet."
          : 'You need signal to make a lost-shoe link.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Send}
          busy={busy === 'send'}
          busyLabel="Sending..."
          disabled={!reachable || busy !== undefined}
          onClick={() => make('send')}
        >
          Send the link
        </Button>
        <Button
          icon={Copy}
          busy={busy === 'copy'}
          busyLabel="Copying..."
          disabled={!reachable || busy !== undefined}
          onClick={() => make('copy')}
        >
          Copy the link
        </Button>
      </div>
    </section>
  )
}
