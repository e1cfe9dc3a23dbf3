import { CircleAlert } from 'lucide-react'
import type { ShareView } from '#app/my/share-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyShares } from '#app/pages/my/MyShares.tsx'
import { RecordShown } from '#app/pages/my/RecordShown.tsx'
import { ShareForm } from '#app/pages/my/ShareForm.tsx'
import { mailHref, wordsHref } from '#lib/phone-links.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { buttonClass } from '#ui/button-style.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Note } from '#ui/Note.tsx'

/** Showing a horse to an outsider: what is chosen, what they would see, and the link. */
export const MySharePage = (view: ShareView) => {
  const { slug, horse, whyNot, preview, made } = view
  const back = { href: `/my/at/${slug}/horses/${horse.id}`, label: `‹ ${horse.name}` }
  if (made) return <Made view={view} made={made} back={back} />
  return (
    <MyFrame title={preview ? 'What they’ll see' : `Show ${horse.name} by a link`} place="home" back={back}>
      <Fault view={view} />
      {preview ? <Preview view={view} preview={preview} /> : whyNot ? <Note>{whyNot}</Note> : <ShareForm view={view} />}
      {!preview && <MyShares shares={view.shares} id="links" />}
    </MyFrame>
  )
}

type Back = { href: string; label: string }

const Fault = ({ view: { fault, mustProve, whyNot } }: { view: ShareView }) =>
  fault &&
  fault !== whyNot && (
    <p role="alert" className="flex items-start gap-2 font-medium text-flag-ink">
      <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {fault}
        {mustProve && (
          <a href="/my/settings#addresses" target="_blank" rel="noreferrer" className="block min-h-12 py-3 underline underline-offset-4">
            Settings, in another tab
          </a>
        )}
      </span>
    </p>
  )

type PreviewProps = { view: ShareView; preview: NonNullable<ShareView['preview']> }

function Preview({ view, preview: { about, recipient, until, leftOut, record } }: PreviewProps) {
  const { slug, practiceName, horse, form, formId } = view
  return (
    <>
      <form method="post" action={`/my/at/${slug}/horses/${horse.id}/share`} className="grid gap-3">
        <p className="[overflow-wrap:anywhere]">
          {`A link ${recipient}. It works until ${until}, for whoever has it, and you can end it at any time.`}
        </p>
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="toName" value={form.toName} />
        <input type="hidden" name="purpose" value={form.purpose} />
        {form.work && <input type="hidden" name="work" value="yes" />}
        {form.findings && <input type="hidden" name="findings" value="yes" />}
        {form.photoIds.map((id) => (
          <input key={id} type="hidden" name={`photo-${id}`} value="yes" />
        ))}
        <input type="hidden" name="from" value={form.from} />
        <input type="hidden" name="days" value={form.days} />
        <button type="submit" name="step" value="make" className={buttonClass({ variant: 'primary', block: true })}>
          Make the link
        </button>
        <button type="submit" name="step" value="change" className={buttonClass({ block: true })}>
          Change it
        </button>
      </form>
      {leftOut > 0 && (
        <Note>
          {leftOut === 1
            ? 'A photo you ticked is from before the day you chose, so they don’t see it.'
            : `${leftOut} photos you ticked are from before the day you chose, so they don’t see them.`}
        </Note>
      )}
      <section aria-label={`What they see of ${horse.name}`} className="grid gap-4 rounded-lg border border-line-2 p-3">
        <p className="text-ink-2">
          <b className="block text-20 text-ink">{horse.name}</b>
          {about && <span className="block">{about}</span>}
          <span className="block">{practiceName}</span>
        </p>
        <RecordShown at={`/my/at/${slug}`} name={horse.name} record={record} />
      </section>
    </>
  )
}

/* With a query: this page, which the form was sent to, has the address without one, and the browser would stay on it. */
const linksOf = (slug: string, horseId: string) => `/my/at/${slug}/horses/${horseId}/share?made=yes#links`

type MadeProps = { view: ShareView; made: NonNullable<ShareView['made']>; back: Back }

const Made = ({ view: { slug, horse }, made: { url, recipient, until, subject, words }, back }: MadeProps) => (
  <MyFrame title="Your link is ready" place="home" back={back}>
    <p className="[overflow-wrap:anywhere]">{`It’s ${recipient}, and works until ${until}. Whoever has it sees what you chose, so send it to nobody else.`}</p>
    <Note tone="due">Copy it now: it’s shown this once.</Note>
    <div className="grid gap-2">
      <p className="select-all rounded-lg border border-line-2 bg-sunken px-4 py-3 font-medium [overflow-wrap:anywhere]">{url}</p>
      <CopyButton words={url} label="Link" />
    </div>
    <p className="grid gap-2">
      <a href={mailHref(subject, words)} className={buttonClass({ block: true })}>
        Send it by e-mail
      </a>
      <a href={wordsHref(words)} className={buttonClass({ block: true })}>
        Send it by text
      </a>
    </p>
    <p className="text-ink-2">
      You see how often it was opened, and end it, under{' '}
      <a className="link" href={serverUrl(linksOf(slug, horse.id))}>{`links to ${horse.name}`}</a>. Some phones open a link to show a
      picture of it before anybody reads it: that counts too.
    </p>
  </MyFrame>
)
