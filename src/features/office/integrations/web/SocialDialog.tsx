import { KeyRound, LogIn, RefreshCw, Unplug } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { DisconnectDialog } from '#features/office/integrations/web/DisconnectDialog.tsx'
import { useChange, useCheck } from '#features/office/integrations/web/data.ts'
import { ExchangedList } from '#features/office/integrations/web/ExchangedList.tsx'
import { keptThere } from '#features/office/integrations/web/kept-there.ts'
import { PageField } from '#features/office/integrations/web/PageField.tsx'
import { Standing } from '#features/office/integrations/web/Standing.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const PostsPanel = lazy(() => import('#features/office/posts/web/PostsPanel.tsx').then((module) => ({ default: module.PostsPanel })))

type Props = { integration: Integration; onClose: () => void; onSignIn: () => void }

/** The settings of a social network: its state, where posts are made, the posts there, what was exchanged, and its end. */
export function SocialDialog({ integration, onClose, onSignIn }: Props) {
  const { id, name, asks, isRehearsed, account, lastSuccessAt } = integration
  const checking = useCheck()
  const changing = useChange()
  const [isEnding, setEnding] = useState(false)
  const choose = (settings: Integration['settings']) => changing.mutate({ id, enabled: true, settings }, SAID)
  const isSignIn = asks.by === 'oauth'
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
        <PageField integration={integration} isSaving={changing.isPending} onChange={choose} />
        <div className="flex flex-wrap gap-2">
          <Button icon={RefreshCw} busy={checking.isPending} busyLabel="Checking..." onClick={() => checking.mutate({ id }, SAID_IF_NOT)}>
            Check now
          </Button>
          <Button variant="quiet" icon={isSignIn ? LogIn : KeyRound} onClick={onSignIn}>
            {isSignIn ? 'Sign in again' : 'Change the password'}
          </Button>
        </div>
        <Note>
          Nothing is posted by itself. A post is made from a horse’s photos, under Before and after, and only while its owner agrees to
          social media. When they withdraw that, it’s taken down.
        </Note>
        <Suspense fallback={<SkeletonRows label="Loading the posts..." />}>
          <PostsPanel
            network={id}
            title={isRehearsed ? 'What would be posted' : 'Posts there'}
            empty="None yet. Open a horse’s photos, and press Before and after."
          />
        </Suspense>
        {!isRehearsed && <ExchangedList id={id} last={lastSuccessAt} of={keptThere(integration)} />}
      </div>
      {isEnding && <DisconnectDialog integration={integration} onClose={() => setEnding(false)} onEnded={onClose} />}
    </Dialog>
  )
}

const SAID_IF_NOT = { onError: SAID.onError }
