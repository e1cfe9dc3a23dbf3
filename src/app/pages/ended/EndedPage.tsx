import { useState } from 'react'
import { leaveProblem } from '#app/frame/sign-out.ts'
import { UnsentChoices } from '#app/frame/UnsentChoices.tsx'
import { KEPT_HERE, unsentWords } from '#app/frame/unsent-words.ts'
import { answerEnded, hasLocks } from '#platform/web/session/session.ts'
import type { Choice, Ended } from '#platform/web/session/signed-in.ts'
import { LogoMark } from '#ui/icons.tsx'

const TITLES: Record<Ended['why'], string> = {
  signed_out: "You're signed out on this device",
  revoked: 'You were signed out on this device',
  dismissed: 'You no longer work at this practice',
}

/** All there is to see once the server has ended a session and something was never sent: what becomes of that. */
export function EndedPage({ ended: { why, owner, unsent } }: { ended: Ended }) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const mayKeep = why !== 'dismissed'
  const choose = async (choice: Exclude<Choice, 'stay'>) => {
    setBusy(true)
    await answerEnded(choice).catch((error: unknown) => setProblem(leaveProblem(error)))
    setBusy(false)
  }
  return (
    <div className="min-h-dvh">
      <header className="flex h-16 items-center gap-2.5 bg-forge px-4 text-20 font-bold tracking-[-0.02em] text-on-forge md:px-12">
        <LogoMark size={30} />
        Pritchel
      </header>
      <main className="mx-auto grid w-full max-w-[440px] content-start gap-4 px-3 py-8 sm:py-12">
        <h1 className="text-24">{TITLES[why]}</h1>
        <p>{unsentWords(unsent)} The rest of the practice has been deleted from this device.</p>
        {mayKeep && hasLocks() && <p>{KEPT_HERE}</p>}
        <UnsentChoices owner={owner} mayKeep={mayKeep} isBusy={isBusy} problem={problem} onChoose={(choice) => void choose(choice)} />
      </main>
    </div>
  )
}
