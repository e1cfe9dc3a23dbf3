import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentQuestion, onQuestion } from '#app/frame/sign-out.ts'
import { KEPT_HERE, unsentWords } from '#app/frame/unsent-words.ts'
import { hasLocks } from '#platform/web/session/session.ts'
import { useStore } from '#platform/web/sync/current.ts'
import { Button } from '#ui/Button.tsx'

const Dialog = lazy(() => import('#ui/Dialog.tsx').then((m) => ({ default: m.Dialog })))
const UnsentChoices = lazy(() => import('#app/frame/UnsentChoices.tsx').then((m) => ({ default: m.UnsentChoices })))

/** Opens before signing out with changes that have not been sent. */
export function SignOutQuestion() {
  const question = useSyncExternalStore(onQuestion, currentQuestion)
  const store = useStore()
  if (!question || !store) return null
  const { unsent, problem, isBusy = false, answer } = question
  return (
    <Suspense>
      <Dialog open onOpenChange={(open) => !open && !isBusy && answer('stay')} title="Sign out now?">
        <div className="grid gap-4">
          <p>{unsentWords(unsent)} Signing out deletes the practice's data from this device.</p>
          {hasLocks() && <p>{KEPT_HERE}</p>}
          <UnsentChoices owner={store.owner} mayKeep isBusy={isBusy} problem={problem} onChoose={answer}>
            <Button block onClick={() => answer('stay')}>
              Stay signed in
            </Button>
          </UnsentChoices>
        </div>
      </Dialog>
    </Suspense>
  )
}
