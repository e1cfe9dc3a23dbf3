import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentQuestion, onQuestion } from '#app/frame/sign-out.ts'

const ConfirmDialog = lazy(() => import('#ui/ConfirmDialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** Asked before signing out with changes that have not been sent. */
export function SignOutQuestion() {
  const question = useSyncExternalStore(onQuestion, currentQuestion)
  if (!question) return null
  const changes = question.waiting === 1 ? '1 change has' : `${question.waiting} changes have`
  return (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && question.answer(false)}
        title="Sign out now?"
        keepLabel="Stay signed in"
        confirmLabel="Sign out"
        onConfirm={() => question.answer(true)}
      >
        {changes} not been sent yet. They stay on this device and go when you sign in here again.
      </ConfirmDialog>
    </Suspense>
  )
}
