import { Ban, CircleCheck, FileDown } from 'lucide-react'
import { CONSENT_PATH } from '#features/records/guests/care-rules.ts'
import type { ConsentPage as Page } from '#features/records/guests/consent-page.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Note } from '#ui/Note.tsx'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

type Props = { page: Page; token: string; fault?: string | undefined }

/** Whether a vet or a para-professional may see an owner's horses, their answer, and its end. It needs no script. */
export const ConsentPage = ({ page, token, fault }: Props) => (
  <OwnerFrame name={page.practiceName} picture={page.picture}>
    <Standing page={page} />
    {fault && (
      <Note tone="late" live>
        {fault}
      </Note>
    )}
    <header className="border-b border-line-2 pb-4">
      <h1 className="text-30 tracking-[-0.025em] [overflow-wrap:anywhere]">{titleOf(page)}</h1>
      <p className="mt-2 text-14 text-ink-2">{`For ${page.ownerName}`}</p>
    </header>
    <section aria-label="What you agree to" className="grid gap-2 [overflow-wrap:anywhere]">
      {sentences(page.words).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </section>
    <Answers page={page} />
    {page.agreed && (
      <a href={`${CONSENT_PATH}${encodeURIComponent(token)}/agreement.pdf`} className={buttonClass({ className: 'flex w-fit' })}>
        <FileDown size={20} aria-hidden className="shrink-0" />
        Save as PDF
      </a>
    )}
    <p className="text-14 text-ink-2">
      We keep what you agreed to, when and how, as proof. Questions? Contact your farrier directly. Anyone with this link can answer for
      you.
    </p>
  </OwnerFrame>
)

const titleOf = ({ toName, horses, untilOn, isAgain, is }: Page): string =>
  is === 'asked'
    ? isAgain
      ? `May ${toName} go on seeing ${horses} until ${untilOn}?`
      : `May ${toName} see ${horses}?`
    : `Who sees ${horses}`

const sentences = (words: string): string[] => words.split(/(?<=\.) (?=[A-Z])/)

function Answers({ page: { is, isAgain, toName } }: { page: Page }) {
  if (is === 'asked')
    return (
      <form method="post" className="grid gap-3">
        <button type="submit" name="says" value="yes" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          {isAgain ? 'Yes, they go on' : 'Yes, I agree'}
        </button>
        <button type="submit" name="says" value="no" className={buttonClass({ size: 'lg', block: true })}>
          No, thank you
        </button>
      </form>
    )
  if (is !== 'agreed') return null
  return (
    <form method="post" className="grid">
      <button type="submit" name="says" value="stop" className={buttonClass({ variant: 'danger', size: 'lg', block: true })}>
        Stop it now
        <span className="sr-only">, {toName}</span>
      </button>
    </form>
  )
}

function Standing({ page: { is, agreed, toName, refusedBy } }: { page: Page }) {
  switch (is) {
    case 'asked':
      return null
    case 'agreed':
      return (
        <Note tone="ok" icon={CircleCheck} live>
          <b className="block">{agreed?.notedBy ? `${agreed.notedBy} noted that you agree.` : 'You have agreed.'}</b>
          {agreed && `${HOW[agreed.how]} on ${agreed.when}. Not right, or not any more? Stop it below.`}
        </Note>
      )
    case 'refused':
      return (
        <Note tone="due" icon={Ban} live>
          <b className="block">
            {refusedBy === 'owner' ? 'You said no.' : refusedBy === 'practice' ? 'Your farrier said no.' : `${toName} said no.`}
          </b>
          Nothing more is seen because of it.
        </Note>
      )
    case 'taken-back':
      return (
        <Note tone="due" icon={Ban} live>
          <b className="block">This has been stopped.</b>
          {`${toName} sees nothing more because of it. Changed your mind? Ask your farrier.`}
        </Note>
      )
    case 'over':
      return (
        <Note tone="due" icon={Ban} live>
          <b className="block">This has ended.</b>
          {`${toName} sees nothing because of it now.`}
        </Note>
      )
  }
}

const HOW = { portal: 'In your portal', link: 'On this page', said: 'Said', written: 'In writing' } as const
