import { Ban, CircleCheck } from 'lucide-react'
import type { AskPage } from '#features/day/lone/ask-page.ts'
import { TEXT_AFTER_MINUTES } from '#features/day/lone/rules.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Note } from '#ui/Note.tsx'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

/** The question whether the contact may be texted, and their answer, which they may change. It needs no script. */
export const LoneAskPage = ({ page }: { page: AskPage }) => (
  <OwnerFrame name={page.practiceName} picture={page.picture}>
    <Standing page={page} />
    <header className="border-b border-line-2 pb-4">
      <h1 className="text-30 tracking-[-0.025em]">{`May a text come to you if ${page.memberName} doesn’t answer?`}</h1>
      <p className="mt-2 text-14 text-ink-2">{`For ${page.contactName}`}</p>
    </header>
    <p>
      {`When ${page.memberName} is alone at a visit, they can ask to be rung at a time. If they don’t answer within ${TEXT_AFTER_MINUTES} minutes, you get one text with the place, so that you can ring them or go there.`}
    </p>
    <p>It can come late at night. It depends on signal and on the server, so no text doesn’t mean all is well. Nobody else is told.</p>
    <form method="post" className="grid gap-3">
      {page.standing !== 'agreed' && (
        <button type="submit" name="says" value="yes" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          Yes, text me
        </button>
      )}
      {page.standing !== 'refused' && (
        <button type="submit" name="says" value="no" className={buttonClass({ size: 'lg', block: true })}>
          {page.standing === 'agreed' ? 'No, not any more' : 'No, thank you'}
        </button>
      )}
    </form>
    <p className="text-14 text-ink-2">
      We keep your name, number and answer for this alone. Keep the link: you can change your answer here any time.
    </p>
  </OwnerFrame>
)

function Standing({ page: { standing, memberName } }: { page: AskPage }) {
  if (standing === 'open') return null
  return standing === 'agreed' ? (
    <Note tone="ok" icon={CircleCheck} live>
      <b className="block">Thank you. You said yes.</b>
      {`${memberName} can choose to have you texted from now on.`}
    </Note>
  ) : (
    <Note tone="due" icon={Ban} live>
      <b className="block">You said no.</b>
      {`You won’t be texted, and ${memberName} knows.`}
    </Note>
  )
}
